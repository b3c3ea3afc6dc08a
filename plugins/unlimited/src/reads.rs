//! What constant abilities read of the state, so that they are worked out again only after facts
//! that can make a difference.
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
    /// What is in play, on which side and attached to what, and the effects that last. Everything
    /// rests on it.
    pub const PLAY: Self = Self(1);
    /// Damage on units and bases.
    pub const DAMAGE: Self = Self(1 << 1);
    /// Which cards are exhausted.
    pub const EXHAUSTED: Self = Self(1 << 2);
    /// The attack under way.
    pub const ATTACK: Self = Self(1 << 3);
    /// Cards in hands and discard piles.
    pub const PILES: Self = Self(1 << 4);
    /// Cards in resource zones.
    pub const RESOURCES: Self = Self(1 << 5);
    /// The phase, who has the initiative, and what happened this phase or round.
    pub const HISTORY: Self = Self(1 << 6);
    /// Captured cards.
    pub const CAPTURED: Self = Self(1 << 7);
    /// The attack under way, also when it has been completed already.
    pub const WHOLE_ATTACK: Self = Self(1 << 3 | 1 << 8);
    /// That cards have left play, have changed sides or are turned over.
    pub const LEFT: Self = Self(1 << 9);
    /// That a completed attack is over.
    pub const ATTACK_ENDS: Self = Self(1 << 8);
    /// Traits of cards, which constant abilities can change: no change of the state is one of them.
    pub const TRAITS: Self = Self(1 << 15);

    /// Both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Whether the two share a part.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::NOTHING, Self::with)
    }
}

/// What stands in a criterion, which may read something of the state.
pub(crate) trait Read {
    /// What it reads.
    fn reads(&self) -> Reads;
}
