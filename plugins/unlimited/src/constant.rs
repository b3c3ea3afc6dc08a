//! Constant abilities and lasting effects that apply on a table, and the changes since that was
//! worked out.

mod layers;

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::bits::Cards;
use crate::reads::Reads;

pub(crate) use layers::work_out;

/// A list of grants that applies to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Applied {
    target: Slot,
    grants: u16,
    seat: Seat,
    source: Ref,
    /// The number of times besides once that it applies.
    again: u8,
}

/// A constant ability of a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Constant {
    source: Ref,
    seat: Seat,
    ability: u16,
    /// The number of entries in the list of what applies that are its own.
    applied: u16,
    /// The number of the lasting effect that it is.
    ongoing: Option<u8>,
}

/// The properties of constant abilities in play and of what lasts, all together.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Survey {
    /// Facts that some delayed effect waits for.
    awaits: u32,
    /// Parts of the state that any of it reads.
    reads: Reads,
    /// Some lasting effect replaces what would happen.
    replaces: bool,
    /// Some constant ability makes a leader unit.
    leads: bool,
    /// Something gives or takes a trait.
    retraits: bool,
    /// The cards that some constant ability applies to depend on what is being worked out.
    computed: bool,
    /// Some constant ability takes others away, or gives by a measure of what is being worked out.
    tangled: bool,
    /// Some of it is about cards that are not in play.
    reaches: bool,
}

/// The modifiers that apply on a table right now, and the changes since.
#[derive(Component, Debug, Default, Serialize, Deserialize)]
pub struct Modifiers {
    survey: Survey,
    /// The constant abilities in play, in the order in which they apply.
    constants: Vec<Constant>,
    /// The modifiers that apply: those of constant abilities in their order, then those of effects.
    list: Vec<Applied>,
    /// The place in the list at which begins what constant abilities take away.
    taking: usize,
    /// The list as it was before; scratch, in between.
    #[serde(skip)]
    before: Vec<Applied>,
    /// Some card in play is given an ability.
    gives: bool,
    /// Some card in play is given other printed numbers.
    prints: bool,
    /// Some card in play is given the keywords of another.
    shares: bool,
    /// The results can change what applies, so that a further round is needed.
    again: bool,
    /// Parts of the state that have changed.
    changed: Reads,
    /// Cards that are to be worked out again, whatever applies to them.
    stale: Cards,
    /// The lineup was made anew in this round.
    #[serde(skip)]
    anew: bool,
    /// Something is given by a measure.
    measures: bool,
}

impl Clone for Modifiers {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }
    /// Copies into memory that is there already.
    fn clone_from(&mut self, source: &Self) {
        let mut constants = core::mem::take(&mut self.constants);
        let mut list = core::mem::take(&mut self.list);
        let before = core::mem::take(&mut self.before);
        constants.clone_from(&source.constants);
        list.clone_from(&source.list);
        *self = Self { constants, list, before, ..*source };
    }
}

impl Modifiers {
    /// The modifiers of the cards that are to be worked out again.
    fn stale_list(&self) -> impl Iterator<Item = &Applied> {
        self.list.iter().filter(|applied| self.stale.has(applied.target.into()))
    }

    /// The same, each with `true` for something that a constant ability takes.
    fn stale_parts(&self) -> impl Iterator<Item = (&Applied, bool)> {
        let parts = self.list.iter().enumerate().map(|(n, applied)| (applied, n >= self.taking));
        parts.filter(|(applied, _)| self.stale.has(applied.target.into()))
    }

    /// Notes that a part of the state has changed. Returns `true` if that can change what is worked
    /// out here.
    pub fn change(&mut self, part: Reads) -> bool {
        let dirty = self.survey.reads.meets(part);
        if dirty {
            self.changed = self.changed.with(part);
        }
        dirty
    }

    /// Notes that a card is to be worked out again, whatever applies to it.
    pub const fn outdate(&mut self, slot: Slot) {
        self.stale.add(slot as usize);
    }

    /// Forgets what has changed: everything is worked out again.
    pub fn forget(&mut self) {
        (self.changed, self.stale) = (Reads::NOTHING, Cards::NONE);
    }

    /// Facts that some delayed effect waits for, one bit each ([`crate::trigger`]).
    #[must_use]
    pub const fn awaits(&self) -> u32 {
        self.survey.awaits
    }

    /// Returns `true` if nothing of what applies depends on what is worked out, or is measured.
    const fn is_plain(&self) -> bool {
        let Survey { leads, retraits, computed, tangled, .. } = self.survey;
        !(leads || retraits || computed || tangled || self.measures)
    }

    /// Returns `true` if some card in play is given an ability.
    #[must_use]
    pub const fn gives(&self) -> bool {
        self.gives
    }
}
