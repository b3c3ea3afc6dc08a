//! Sets of small numbers.

use crate::card::SLOTS;
use serde::{Deserialize, Serialize};

/// Cards of a table, by slot.
pub type Cards = Bits<{ SLOTS.div_ceil(64) }>;

/// A set of numbers below 64 for each word, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(
    serialize = "[u64; WORDS]: Serialize",
    deserialize = "[u64; WORDS]: Deserialize<'de>"
))]
pub struct Bits<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Bits<WORDS> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const WORDS: usize> Bits<WORDS> {
    /// The empty set.
    pub const NONE: Self = Self([0; WORDS]);

    /// The set of this number alone.
    pub(crate) const fn at(number: usize) -> Self {
        let mut one = Self::NONE;
        one.add(number);
        one
    }
    /// All numbers below this one.
    pub(crate) fn below(number: usize) -> Self {
        let word = |word: usize| match number.saturating_sub(64 * word) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        Self(core::array::from_fn(word))
    }
    /// Adds a number, which must be below 64 times the number of words.
    pub(crate) const fn add(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }
    /// Takes a number away.
    pub(crate) const fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }
    /// Returns `true` for the empty set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
    /// Returns `true` for a number of the set.
    #[must_use]
    pub const fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }
    /// The numbers in both sets.
    #[must_use]
    pub const fn and(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] &= other.0[word];
            word += 1;
        }
        self
    }
    /// The numbers in either set, or in both.
    #[must_use]
    pub const fn with(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }
    /// The numbers that are not in the other set.
    #[must_use]
    pub const fn without(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] &= !other.0[word];
            word += 1;
        }
        self
    }
    /// The number of numbers from 0 on before the first that is missing.
    pub(crate) fn leading(self) -> usize {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full + self.0.get(full).map_or(0, |word| word.trailing_ones() as usize)
    }
    /// The numbers in rising order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let (Self(mut words), mut word) = (self, 0);
        core::iter::from_fn(move || {
            while word < WORDS {
                let bits = words[word];
                if bits != 0 {
                    words[word] = bits & (bits - 1);
                    return Some(64 * word + bits.trailing_zeros() as usize);
                }
                word += 1;
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there_and_nothing_else() {
        let mut bits = Bits::<4>::NONE;
        assert!(bits.is_empty());
        for number in [254, 0, 63, 64, 63] {
            bits.add(number);
        }
        assert!(bits.has(64) && !bits.has(65) && !bits.is_empty());
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 254]);
        for number in [0, 1, 63, 64, 65, 128] {
            assert!(Bits::<2>::below(number).iter().eq(0..number));
        }
    }

    #[test]
    fn those_before_the_first_that_is_missing_are_counted() {
        let full = (0..128).fold(Bits::<2>::NONE, |bits, number| bits.with(Bits::at(number)));
        let missing = |number| full.without(Bits::at(number)).leading();
        assert_eq!(
            [Bits::<2>::NONE.leading(), missing(5), missing(64), full.leading()],
            [0, 5, 64, 128]
        );
    }
}
