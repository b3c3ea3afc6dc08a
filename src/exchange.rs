//! Entries with a few other cards.

use cardmill_harness::play::{Entry, Play};

/// The entry with so many of its cards exchanged for some that it may have; none where what is drawn
/// cannot be played.
pub fn exchanged<G: Play>(
    entry: &G::Entry,
    cards: usize,
    catalogue: &G::Catalogue,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Option<G::Entry> {
    let pool = entry.pool(catalogue);
    let size = entry.cards(catalogue).len();
    let mut changed = entry.clone();
    for _ in 0..cards {
        let (place, card) = (draw(size.max(1)), pool.get(draw(pool.len().max(1)))?);
        changed = changed.with(catalogue, place, card).ok()?;
    }
    Some(changed)
}
