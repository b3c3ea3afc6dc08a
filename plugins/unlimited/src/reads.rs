//! Parts of the state that constant abilities read, so that they are worked out again only after
//! facts that can make a difference.
//!
//! Every word of the vocabulary that a constant ability can use says what it reads, conditions,
//! measures and grants in their rooms, the others here; a new one does not compile before it does.
//! Keywords are not among them: Grit and Raid read only the unit that has them, and
//! [`commit`](crate::commit) asks that one.
//! `tests/checker` holds whole games against games in which everything is worked out again after
//! every commit.

mod of;

use serde::{Deserialize, Serialize};

/// Parts of the state, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reads(u16);

impl Reads {
    /// Nothing that constant abilities could read.
    pub const NOTHING: Self = Self(0);
    /// The cards in play, their sides and what they are attached to, and the effects that last.
    /// Everything rests on it.
    pub const PLAY: Self = Self(1);
    /// Damage on units and bases.
    pub const DAMAGE: Self = Self(1 << 1);
    /// The exhaustion of cards.
    pub const EXHAUSTED: Self = Self(1 << 2);
    /// The attack under way.
    pub const ATTACK: Self = Self(1 << 3);
    /// Cards in hands and discard piles.
    pub const PILES: Self = Self(1 << 4);
    /// Cards in resource zones.
    pub const RESOURCES: Self = Self(1 << 5);
    /// The phase, who has the initiative, and what happened this phase or round.
    pub const HISTORY: Self = Self(1 << 6);
    /// Captured cards and their guards.
    pub const CAPTURED: Self = Self(1 << 7);
    /// The attack under way, also when it has been completed already.
    pub const WHOLE_ATTACK: Self = Self(1 << 3 | 1 << 8);
    /// Departures: cards have left play, have changed sides or are turned over.
    pub const LEFT: Self = Self(1 << 9);
    /// The end of a completed attack.
    pub const ATTACK_ENDS: Self = Self(1 << 8);
    /// Traits of cards, which constant abilities can change: no change of the state is one of them.
    pub const TRAITS: Self = Self(1 << 15);

    /// The parts of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Returns `true` if the two share a part.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::NOTHING, Self::with)
    }
}

/// A part of a criterion, which may read something of the state.
pub(crate) trait Read {
    /// The parts of the state that it reads.
    fn reads(&self) -> Reads;
}
