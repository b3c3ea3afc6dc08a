//! Aspect icons, counted.

use serde::{Deserialize, Serialize};

use crate::vocabulary::Aspect;

/// The high bit of each lane, which no count reaches.
const GUARDS: u64 = 0x8080_8080_8080_8080;

/// Aspect icons by aspect: eight bits for each of the six, 0 to 127, so that a comparison of two
/// counts is one subtraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IconCount(u64);

impl IconCount {
    /// A count of no icon at all.
    pub const NONE: Self = Self(0);

    /// The icons of a list, in any order.
    #[must_use]
    pub fn of(icons: &[Aspect]) -> Self {
        icons.iter().fold(Self::NONE, |count, &aspect| count.with(Self::one(aspect)))
    }

    const fn one(aspect: Aspect) -> Self {
        Self(1 << (8 * aspect as u32))
    }

    /// The icons of an aspect, 0 to 127.
    #[must_use]
    pub const fn get(self, aspect: Aspect) -> u8 {
        (self.0 >> (8 * aspect as u32)) as u8
    }

    /// The icons of both; 127 of an aspect at most.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        let over = sum & GUARDS;
        Self((sum & !GUARDS) | (over - (over >> 7)))
    }

    /// The icons beyond those of another count (CR 8.1.2: each icon provides one).
    #[must_use]
    pub const fn beyond(self, provided: Self) -> Self {
        let left = (self.0 | GUARDS) - provided.0;
        let enough = left & GUARDS;
        Self(left & (enough - (enough >> 7)))
    }

    /// The icons without one of this aspect, if there is one.
    #[must_use]
    pub const fn without(self, aspect: Aspect) -> Self {
        self.beyond(Self::one(aspect))
    }

    /// The number of icons of all aspects, 0 to 762.
    #[must_use]
    pub const fn sum(self) -> u16 {
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        let pairs = (self.0 & EVEN) + (self.0 >> 8 & EVEN);
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
    }

    /// Returns `true` for no icon at all.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(numbers: [usize; 6]) -> IconCount {
        let all = Aspect::ALL.into_iter().zip(numbers);
        let icons: Vec<_> = all.flat_map(|(aspect, n)| vec![aspect; n]).collect();
        IconCount::of(&icons)
    }

    #[test]
    fn counts_are_as_of_numbers_by_themselves() {
        let samples: [[usize; 6]; 6] = [
            [0; 6],
            [1, 0, 2, 0, 0, 1],
            [2, 1, 0, 0, 3, 0],
            [0, 0, 0, 127, 0, 126],
            [127; 6],
            [5, 4, 3, 2, 1, 0],
        ];
        for one in samples {
            for other in samples {
                let by = |work: fn(usize, usize) -> usize| {
                    counts(core::array::from_fn(|aspect| work(one[aspect], other[aspect])))
                };
                let (a, b) = (counts(one), counts(other));
                assert_eq!(a.with(b), by(|a, b| (a + b).min(127)), "{one:?} with {other:?}");
                assert_eq!(a.beyond(b), by(usize::saturating_sub), "{one:?} beyond {other:?}");
            }
            let count = counts(one);
            assert_eq!(usize::from(count.sum()), one.iter().sum::<usize>());
            assert_eq!(Aspect::ALL.map(|aspect| usize::from(count.get(aspect))), one);
            assert_eq!(count.is_empty(), one == [0; 6]);
        }
    }
}
