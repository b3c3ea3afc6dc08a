//! Stocks: entities of a table that its game takes and gives back, such as lasting effects.
//!
//! They are never despawned: a table is spawned with all of them, side by side, and says by
//! number which are in use.

use core::hash::Hash;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::list::List;
use crate::registry::Registry;
use crate::saved::Saved;

/// Lasting and delayed effects of a table at a time.
pub const EFFECTS: usize = 64;

/// The component of entities that are taken and given back. Its default is that of a spare one.
pub trait Stocked: Component<Mutability = Mutable> + Clone + Default + Hash + Saved {}

impl<C: Component<Mutability = Mutable> + Clone + Default + Hash + Saved> Stocked for C {}

/// The numbers of the `N` entities of a list, split into those in use and those to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stock<const N: usize> {
    used: List<u8, N>,
    spare: List<u8, N>,
}

impl<const N: usize> Default for Stock<N> {
    fn default() -> Self {
        Self { used: List::new(), spare: (0..N as u8).rev().collect() }
    }
}

impl<const N: usize> Stock<N> {
    /// The numbers in use, in the order in which they were taken.
    #[must_use]
    pub fn used(&self) -> &[u8] {
        &self.used
    }

    /// The numbers to be taken, the next one last.
    #[must_use]
    pub fn spare(&self) -> &[u8] {
        &self.spare
    }

    /// The entities in use of a table's part of a column, each with its number, in the order of
    /// taking.
    pub fn of<'s, 'c, C>(
        &'s self,
        column: &'c [C],
    ) -> impl Iterator<Item = (u8, &'c C)> + use<'s, 'c, C, N> {
        self.used.iter().map(|&number| (number, &column[usize::from(number)]))
    }

    /// Takes a spare one for this. Returns its number; nothing, if none is spare.
    pub fn take<C: Stocked>(&mut self, column: &mut [C], what: C) -> Option<u8> {
        let number = self.spare.pop()?;
        self.used.push(number); // Numbers are on one of the two lists, of one length.
        column[usize::from(number)] = what;
        Some(number)
    }

    /// Gives back those that are not to be kept, all at once. Returns whether there were any.
    pub fn keep<C: Stocked>(&mut self, column: &mut [C], keeps: impl Fn(u8, &C) -> bool) -> bool {
        if self.used.is_empty() {
            return false;
        }
        let Self { used, spare } = self;
        let before = spare.len();
        used.retain(|&number| {
            let entity = &mut column[usize::from(number)];
            let kept = keeps(number, entity);
            if !kept {
                *entity = C::default();
                spare.push(number);
            }
            kept
        });
        spare.len() > before
    }
}

impl Registry {
    /// Registers what the entities of a stock are: state.
    pub fn stock<C: Stocked>(world: &mut World) {
        Self::state::<C>(world);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    struct Token(u8);

    #[test]
    fn numbers_come_back_and_the_others_stay_in_order() {
        let mut column = [const { Token(0) }; 3];
        let mut stock = Stock::<3>::default();
        for n in 1..=3 {
            assert_eq!(stock.take(&mut column, Token(n)), Some(n - 1));
        }
        assert_eq!(stock.take(&mut column, Token(4)), None, "none is spare");
        assert!(stock.keep(&mut column, |_, token| token.0 == 2));
        assert!(!stock.keep(&mut column, |_, _| true));
        assert_eq!(column, [0, 2, 0].map(Token));
        assert_eq!(stock.take(&mut column, Token(5)), Some(2), "the last one that came back");
        assert_eq!(
            stock.of(&column).map(|(n, token)| (n, token.0)).collect::<Vec<_>>(),
            [(1, 2), (2, 5)]
        );
    }
}
