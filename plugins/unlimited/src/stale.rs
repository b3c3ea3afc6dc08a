//! The cards of a table whose `Stats` are to be worked out again.

use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::board::SLOTS;

const WORDS: usize = SLOTS.div_ceil(64);

/// A set of cards, a bit for each slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stale([u64; WORDS]);

impl Stale {
    const fn bit(slot: Slot) -> (usize, u64) {
        (slot as usize / 64, 1 << (slot % 64))
    }
    /// Adds a card.
    pub(crate) const fn add(&mut self, slot: Slot) {
        let (word, bit) = Self::bit(slot);
        self.0[word] |= bit;
    }
    /// Whether the card is in the set.
    pub(crate) const fn has(&self, slot: Slot) -> bool {
        let (word, bit) = Self::bit(slot);
        self.0[word] & bit != 0
    }
    /// Whether no card is.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
    /// The cards, by slot.
    pub(crate) fn slots(self) -> impl Iterator<Item = Slot> {
        (0..).zip(self.0).flat_map(|(word, bits)| {
            let next = |&left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
            let each = core::iter::successors(Some(bits).filter(|&bits| bits != 0), next);
            each.map(move |left| word * 64 + left.trailing_zeros() as Slot)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there_and_nothing_else() {
        let mut stale = Stale::default();
        assert!(stale.is_empty());
        for slot in [254, 0, 63, 64, 63] {
            stale.add(slot);
        }
        assert!(stale.has(64) && !stale.has(65) && !stale.is_empty());
        assert_eq!(stale.slots().collect::<Vec<_>>(), [0, 63, 64, 254]);
    }
}
