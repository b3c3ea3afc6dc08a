//! References to cards: seats, slots, and cards as they are in one of their lives.

use core::fmt;

use serde::{Deserialize, Serialize};

/// A player, by position at the table, from 0.
pub type Seat = u8;

/// The most seats of a table.
pub const SEATS: usize = 8;

/// The physical object within its table. Rules may compare and sort slots; never entities.
pub type Slot = u16;

/// A card as it is now: the object and its incarnation, which grows whenever the rules call it
/// a new card. "That unit" compares both; a once-per-object limit compares the slot alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ref {
    /// The physical object, by its number at the table.
    pub slot: Slot,
    /// The life of the object that is meant, from 0. It wraps around behind 255.
    pub incarnation: u8,
}

impl Ref {
    /// A reference to no card: no object has the slot `Slot::MAX`.
    pub const NONE: Self = Self { slot: Slot::MAX, incarnation: 0 };

    /// An object in its first life, or in the only one, where the rules know no other.
    #[must_use]
    pub const fn new(slot: Slot) -> Self {
        Self { slot, incarnation: 0 }
    }

    /// Returns `false` for [`Ref::NONE`], `true` for a reference to a card.
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.slot != Slot::MAX
    }

    /// The same object in its next life.
    #[must_use]
    pub const fn next(self) -> Self {
        Self { incarnation: self.incarnation.wrapping_add(1), ..self }
    }
}

impl Default for Ref {
    #[inline]
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() {
            write!(f, "{}.{}", self.slot, self.incarnation)
        } else {
            f.write_str("none")
        }
    }
}
