//! Replacement effects that an event meets, told apart.

use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

/// A replacement effect of a card, or of a lasting effect that came from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Substitute {
    /// A Shield: one of a player is as good as another.
    Shield,
    /// A Shield that some effect is about: which of them is defeated matters.
    KnownShield,
    /// A unit enters play as a copy of the unit in this slot.
    Copy(Slot),
    /// An ability that prevents something, by its number in the catalogue: one card's is as good as
    /// another's.
    Ability(u16),
    /// An ability by its place among those of its card: of two copies it matters which one does
    /// something with itself.
    Own(u8),
    /// The same, with the card in this slot, which is chosen for it.
    With(u8, Slot),
    /// A lasting effect, by its number.
    Lasting(u8),
}

impl Substitute {
    /// The card that is chosen for it, if one is.
    #[must_use]
    pub const fn chosen(self) -> Option<Slot> {
        match self {
            Self::Copy(slot) | Self::With(_, slot) => Some(slot),
            _ => None,
        }
    }

    /// Returns `true` if it makes no difference on which card it is.
    #[must_use]
    pub const fn is_any(self) -> bool {
        matches!(self, Self::Shield | Self::Ability(_) | Self::Lasting(_))
    }
}
