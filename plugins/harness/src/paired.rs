//! Pairs of old things and new ones, as one position is changed into another.

use core::ops::Range;

use cardmill_kernel::card::Slot;

/// A way in which an old thing can be a new one.
pub type Same<'s, O, N> = &'s dyn Fn(&O, &N) -> bool;

/// For each new thing the number of the old one that it is, if it is one: by the first of these ways
/// that finds one, in order. No old thing is two new ones, and whatever can be paired by an earlier
/// way is.
pub fn paired<O, N>(old: &[O], new: &[N], ways: &[Same<'_, O, N>]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    let mut free = vec![true; old.len()];
    for same in ways {
        for (pair, new) in pairs.iter_mut().zip(new).filter(|(pair, _)| pair.is_none()) {
            *pair = (0..old.len()).find(|&n| free[n] && same(&old[n], new));
            pair.iter().for_each(|&n| free[n] = false);
        }
    }
    pairs
}

/// For each new thing the slot of the old one that it is, if it is one, as [`paired`]; those in piles
/// are paired in the order in which they lie.
pub fn slots<'p, N>(
    piles: impl IntoIterator<Item = &'p Slot>,
    all: Range<Slot>,
    new: &[N],
    ways: &[Same<'_, Slot, N>],
) -> Vec<Option<Slot>> {
    let mut old: Vec<Slot> = piles.into_iter().copied().collect();
    let others: Vec<Slot> = all.filter(|slot| !old.contains(slot)).collect();
    old.extend(others);
    paired(&old, new, ways).into_iter().map(|pair| pair.map(|n| old[n])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_is_found_before_what_moves() {
        let old = [('a', 1), ('a', 2), ('b', 1), ('a', 2)];
        let new = [('a', 3), ('a', 2), ('a', 2), ('c', 1), ('b', 1)];
        let stays = |old: &(char, i32), new: &(char, i32)| old == new;
        let moves = |old: &(char, i32), new: &(char, i32)| old.0 == new.0;
        assert_eq!(
            paired(&old, &new, &[&stays, &moves]),
            [Some(0), Some(1), Some(3), None, Some(2)]
        );
    }

    #[test]
    fn piles_keep_their_order() {
        let stays = |_: &Slot, _: &()| true;
        let four = slots(&[3, 1], 0..4, &[(); 5], &[&stays]);
        assert_eq!(four, [Some(3), Some(1), Some(0), Some(2), None]);
    }
}
