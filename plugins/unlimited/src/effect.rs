//! Lasting and delayed effects: entities of their own that outlive what created them (CR 7.7).

use core::hash::{Hash, Hasher};

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::list::List;
use serde::{Deserialize, Serialize};

use crate::choice::Resolving;
use crate::vocabulary::{Payment, Until};

/// The kind of a lasting or delayed effect, with the data that only this kind has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectKind {
    /// No effect: the place is free.
    #[default]
    None,
    /// Gives a list of grants of the catalogue to its target, until then.
    Lasting {
        /// Index of the list of grants in the catalogue.
        grants: u16,
        /// The time until which it lasts.
        until: Until,
    },
    /// Replaces what would happen, until then.
    Replacing {
        /// Index of the replacement in the catalogue.
        replacement: u16,
        /// The time until which it lasts.
        until: Until,
    },
    /// Makes the next card that fits cost less.
    Discount {
        /// Index of the step that says for which cards, and by how much.
        step: u16,
    },
    /// Runs a program when what it waits for happens.
    Delayed {
        /// Index of the delay in the catalogue.
        delay: u16,
        /// The time until which it waits at most; `None` for one that waits for its event alone.
        until: Option<Until>,
    },
    /// Its player takes one more action before the turn passes.
    ExtraAction,
    /// Gives the next unit that fits something.
    Promise {
        /// Index of the step that says to which units, and what they get.
        step: u16,
    },
    /// Lets its player play its target from where that is, until the phase ends.
    Allowance {
        /// The payment for the card it allows to play.
        pay: Payment,
        /// Weakness tokens that the unit is given as it is played so.
        weakness: u8,
    },
    /// Changes what cards cost, or forbids to play them.
    Costs {
        /// Index of the step that says whose cards, which, by how much and until when.
        step: u8,
        /// The title that was named for it; any, where none was.
        named: u16,
    },
    /// The next action of a player must be an attack with its target, until the phase ends.
    Compulsion {
        /// The player who must attack.
        of: Seat,
    },
    /// Gives something to whatever fits at any time, until then.
    Ongoing {
        /// Index of the step that says what it gives, to which cards, and until when.
        step: u8,
        /// The title that was named for it; any, where none was.
        named: u16,
    },
    /// Lets its player play the next copy of a card for free, until the phase ends.
    FreeCopy {
        /// The definition that the cards it is for share: an index of the catalogue.
        definition: u16,
    },
}

/// A lasting or delayed effect of a table, in one of its numbered places.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The kind of the effect.
    pub kind: EffectKind,
    /// The player who controlled the card that created it.
    pub seat: Seat,
    /// The card it came from.
    pub source: Ref,
    /// The card it applies to (lasting).
    pub target: Ref,
    /// The attack that "this attack" means, counted from the outermost, which is 1.
    pub attack: u8,
    /// Cards that it remembers as `It` (delayed, replacing), at most eight.
    pub it: List<Ref, 8>,
    /// The number of times besides once that it gives its grants (lasting), or the number of
    /// further cards it is for (discount).
    pub again: u8,
}

impl Effect {
    /// Returns `true` if it applies to this card or remembers it.
    pub(crate) fn is_about(&self, card: Ref) -> bool {
        self.target == card || self.it.contains(&card)
    }

    /// Its memory, as a program has it: the cards that were chosen, and the title that was named.
    pub(crate) fn remembers(&self) -> Resolving {
        let named = match self.kind {
            EffectKind::Costs { named, .. } | EffectKind::Ongoing { named, .. } => Some(named),
            _ => None,
        };
        Resolving { named, ..Resolving::remembering(&self.it) }
    }
}

impl Hash for Effect {
    /// Hashes of a free place, as nearly all are, nothing but that it is free.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { kind, seat, source, target, attack, it, again } = self;
        kind.hash(state);
        if *kind != EffectKind::None {
            (seat, source, target, attack, it, again).hash(state);
        }
    }
}

/// Kinds of effects that rules on the way to a decision ask for, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects(u16);

impl Effects {
    /// Discounts, changes of cost and free copies.
    pub const PRICES: u16 = 1;
    /// Effects that wait for an event.
    pub const DELAYED: u16 = 1 << 1;
    /// Further actions before the turn passes.
    pub const EXTRA_ACTIONS: u16 = 1 << 2;
    /// Promises: effects that give something to the next unit that fits.
    pub const PROMISES: u16 = 1 << 3;
    /// Allowances: effects that let a player play a card from where it is.
    pub const ALLOWANCES: u16 = 1 << 4;
    /// Compulsions: effects that say which unit must attack next.
    pub const COMPULSIONS: u16 = 1 << 5;

    /// Returns `true` if there is an effect of any of these kinds.
    #[must_use]
    pub const fn any(self, kinds: u16) -> bool {
        self.0 & kinds != 0
    }

    /// The kinds that occur among these effects.
    pub fn of<'e>(effects: impl Iterator<Item = (u8, &'e Effect)>) -> Self {
        let mut kinds = Self::default();
        effects.for_each(|(_, effect)| kinds.add(effect.kind));
        kinds
    }

    /// Adds the kind of an effect.
    pub const fn add(&mut self, kind: EffectKind) {
        self.0 |= match kind {
            EffectKind::Discount { .. }
            | EffectKind::Costs { .. }
            | EffectKind::FreeCopy { .. } => Self::PRICES,
            EffectKind::Delayed { .. } => Self::DELAYED,
            EffectKind::ExtraAction => Self::EXTRA_ACTIONS,
            EffectKind::Promise { .. } => Self::PROMISES,
            EffectKind::Allowance { .. } => Self::ALLOWANCES,
            EffectKind::Compulsion { .. } => Self::COMPULSIONS,
            EffectKind::None
            | EffectKind::Lasting { .. }
            | EffectKind::Replacing { .. }
            | EffectKind::Ongoing { .. } => 0,
        }
    }
}
