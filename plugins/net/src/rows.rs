//! Rows that were worked out lately: most are on the next table, too.

use super::ROW;

/// The number of rows that are kept, as a power of two. The memory that is looked at lies near,
/// however many there are.
const KEPT: u32 = 12;

/// Rows by the card and the cells that they are of.
pub(super) struct Rows {
    width: usize,
    /// By place, as are the cells and the numbers; none where nothing is kept.
    cards: Vec<Option<i16>>,
    cells: Vec<u8>,
    numbers: Vec<[i16; ROW]>,
}

impl Rows {
    /// None yet, of so many cells.
    pub(super) fn new(width: usize) -> Self {
        let count = 1 << KEPT;
        Self {
            width,
            cards: vec![None; count],
            cells: vec![0; count * width],
            numbers: vec![[0; ROW]; count],
        }
    }

    /// The numbers that a row becomes; they are worked out if they are not kept.
    #[inline]
    pub(super) fn of(
        &mut self,
        card: i16,
        cells: &[u8],
        work_out: impl FnOnce() -> [i16; ROW],
    ) -> &[i16; ROW] {
        let place = place(card, cells);
        let kept = &mut self.cells[place * self.width..][..self.width];
        if self.cards[place] != Some(card) || !alike(kept, cells) {
            self.cards[place] = Some(card);
            kept.copy_from_slice(cells);
            self.numbers[place] = work_out();
        }
        &self.numbers[place]
    }
}

/// Tells whether rows of one width are alike. A call for these few costs more than they do.
#[inline]
fn alike(one: &[u8], other: &[u8]) -> bool {
    let ((one, one_rest), (other, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let number = |cells: &[u8; 8]| u64::from_ne_bytes(*cells);
    let differs =
        one.iter().zip(other).fold(0, |all, (one, other)| all | (number(one) ^ number(other)));
    differs == 0 && one_rest.iter().eq(other_rest)
}

/// The place where a row is kept; others may be kept there, too.
fn place(card: i16, cells: &[u8]) -> usize {
    let (eights, rest) = cells.as_chunks();
    let eights = eights.iter().map(|eight| u64::from_le_bytes(*eight));
    let rest = rest.iter().map(|cell| u64::from(*cell));
    let mixed = eights.chain(rest).fold(card as u64, |mixed, next| {
        (mixed.rotate_left(23) ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> (u64::BITS - KEPT)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_not_worked_out_again() {
        let mut rows = Rows::new(9);
        let cells = |number: u64| {
            let mut cells = [3; 9];
            cells[1..].copy_from_slice(&number.to_le_bytes());
            cells
        };
        // More than there is room for.
        for number in 0..3 << KEPT {
            for card in [1, 2] {
                let own = [number as i16 ^ card << 14; ROW];
                assert_eq!(*rows.of(card, &cells(number), || own), own);
                assert_eq!(*rows.of(card, &cells(number), || [0; ROW]), own);
            }
        }
    }
}
