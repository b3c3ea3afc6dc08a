//! Entries with a few other cards.

use crate::entry::Entry;
use crate::host::Catalogue;

/// The entry with so many of its cards exchanged for some that it may have; none where what is drawn
/// cannot be played.
pub fn exchanged(
    entry: &Entry,
    cards: usize,
    catalogue: &Catalogue,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Option<Entry> {
    let pool = entry.pool(catalogue);
    let size = entry.cards(catalogue).len();
    let mut changed = entry.clone();
    for _ in 0..cards {
        let (place, card) = (draw(size.max(1)), pool.get(draw(pool.len().max(1)))?);
        changed = changed.with(catalogue, place, card).ok()?;
    }
    Some(changed)
}
