//! Lasting and delayed effects: entities of their own that outlive what created them (CR 7.7).

use core::hash::{Hash, Hasher};

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::list::List;
use serde::{Deserialize, Serialize};

use crate::choice::Resolving;
use crate::vocabulary::{Payment, Until};

/// What an effect does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectKind {
    /// The entity is free.
    #[default]
    None,
    /// Gives a list of grants of the catalogue to its target, until then.
    Lasting {
        /// Index of the list.
        grants: u16,
        /// How long.
        until: Until,
    },
    /// Replaces what would happen, until then.
    Replacing {
        /// Index of the replacement.
        replacement: u16,
        /// How long.
        until: Until,
    },
    /// Makes the next card that fits cost less.
    Discount {
        /// Index of the step that says which and how much.
        step: u16,
    },
    /// Runs a program when what it waits for happens.
    Delayed {
        /// Index of the delay.
        delay: u16,
        /// How long it waits at most.
        until: Option<Until>,
    },
    /// Its player takes one more action before the turn passes.
    ExtraAction,
    /// Gives the next unit that fits something.
    Promise {
        /// Index of the step that says which and what.
        step: u16,
    },
    /// Lets its player play its target from where that is, until the phase ends.
    Allowance {
        /// What it costs.
        pay: Payment,
        /// Weakness tokens that the unit is given as it is played so.
        weakness: u8,
    },
    /// Changes what cards cost, or forbids to play them.
    Costs {
        /// Index of the step that says whose, which, how and until when.
        step: u8,
        /// The title that was named for it; any, where none was.
        named: u16,
    },
    /// The next action of a player must be an attack with its target, until the phase ends.
    Compulsion {
        /// Who.
        of: Seat,
    },
    /// Gives something to whatever fits at any time, until then.
    Ongoing {
        /// Index of what it gives to which cards, and until when.
        step: u8,
        /// The title that was named for it; any, where none was.
        named: u16,
    },
    /// Lets its player play the next copy of a card for free, until the phase ends.
    FreeCopy {
        /// What is a copy of it.
        definition: u16,
    },
}

/// An effect.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Who controlled what created it.
    pub seat: Seat,
    /// The card it came from.
    pub source: Ref,
    /// The card it applies to (lasting).
    pub target: Ref,
    /// Which attack "this attack" means, counted from the outermost, which is 1.
    pub attack: u8,
    /// What it remembers as `It` (delayed, replacing).
    pub it: List<Ref, 8>,
    /// How often besides once it gives what it gives (lasting), or how many more cards it is for
    /// (discount).
    pub again: u8,
}

impl Effect {
    /// Whether it is about this card.
    pub(crate) fn is_about(&self, card: Ref) -> bool {
        self.target == card || self.it.contains(&card)
    }

    /// What it remembers, as a program would: what was chosen, and the title that was named.
    pub(crate) fn remembers(&self) -> Resolving {
        let named = match self.kind {
            EffectKind::Costs { named, .. } | EffectKind::Ongoing { named, .. } => Some(named),
            _ => None,
        };
        Resolving { named, ..Resolving::remembering(&self.it) }
    }
}

impl Hash for Effect {
    /// Of a spare one, as nearly all are, nothing but that.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { kind, seat, source, target, attack, it, again } = self;
        kind.hash(state);
        if *kind != EffectKind::None {
            (seat, source, target, attack, it, again).hash(state);
        }
    }
}

/// Kinds of effects that something on the way to a decision asks for, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects(u16);

impl Effects {
    /// Discounts, changes of cost and free copies.
    pub const PRICES: u16 = 1;
    /// Delayed effects.
    pub const DELAYED: u16 = 1 << 1;
    /// Further actions.
    pub const EXTRA_ACTIONS: u16 = 1 << 2;
    /// Promises.
    pub const PROMISES: u16 = 1 << 3;
    /// Allowances.
    pub const ALLOWANCES: u16 = 1 << 4;
    /// Compulsions.
    pub const COMPULSIONS: u16 = 1 << 5;

    /// Whether there is any of these kinds.
    #[must_use]
    pub const fn any(self, kinds: u16) -> bool {
        self.0 & kinds != 0
    }

    /// The kinds of such effects.
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
