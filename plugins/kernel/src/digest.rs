//! Digests that agree on every machine.

use core::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3Default;

/// A hasher whose result depends on the values alone: fixed algorithm, fixed widths, little
/// endian. Lists of integers wider than a byte arrive as they lie in memory, so it agrees on
/// little-endian machines, and lists of `usize` do not belong in the state.
#[derive(Clone)]
pub struct Digest {
    hasher: Xxh3Default,
    /// Bytes that have still to be hashed, `length` of them. States are made of small fields, and
    /// one by one they would cost more than what is hashed of them.
    pending: [u8; PENDING],
    length: usize,
}

/// Whole blocks of the algorithm, which it then takes from here instead of from a copy.
const PENDING: usize = 1024;

impl Default for Digest {
    fn default() -> Self {
        Self { hasher: Xxh3Default::default(), pending: [0; PENDING], length: 0 }
    }
}

impl Digest {
    /// The digest of one value.
    pub fn of(value: &impl Hash) -> u64 {
        let mut digest = Self::default();
        value.hash(&mut digest);
        digest.finish()
    }
}

impl Digest {
    /// One small field: its width is known, so that copying it is a single move.
    #[inline]
    fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        if N > PENDING - self.length {
            self.flush();
        }
        self.pending[self.length..][..N].copy_from_slice(&bytes);
        self.length += N;
    }

    #[cold]
    fn flush(&mut self) {
        self.hasher.update(&self.pending[..self.length]);
        self.length = 0;
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        let mut hasher = self.hasher.clone();
        hasher.update(&self.pending[..self.length]);
        hasher.digest()
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        if bytes.len() > PENDING - self.length {
            self.flush();
        }
        if bytes.len() > PENDING {
            self.hasher.update(bytes);
        } else {
            self.pending[self.length..self.length + bytes.len()].copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }
    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.push([i]);
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.push(i.to_le_bytes());
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.push(i.to_le_bytes());
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.push(i.to_le_bytes());
    }
    fn write_u128(&mut self, i: u128) {
        self.push(i.to_le_bytes());
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }
    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.write_u64(i as u64);
    }
}

/// Mixes one more word into a running trail; cheap enough for every choice.
#[must_use]
pub const fn mix(trail: u64, word: u64) -> u64 {
    let x = (trail.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Hash)]
    enum Word {
        Nothing,
        Number(i16),
        List(Vec<u8>),
    }

    #[test]
    fn the_value_is_fixed() {
        let words = (Word::Nothing, Word::Number(-2), Word::List(vec![1, 2, 3]), true);
        assert_eq!(Digest::of(&words), 4_487_865_245_707_312_368);
        // What the authors of XXH3 give for no bytes at all.
        assert_eq!(Digest::default().finish(), 0x2D06_8005_38D3_94C2);
    }

    #[test]
    fn numbers_are_little_endian_and_sizes_have_eight_bytes() {
        let digest = |write: fn(&mut Digest)| {
            let mut digest = Digest::default();
            write(&mut digest);
            digest.finish()
        };
        let bytes = digest(|d| d.write(&[1, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(digest(|d| d.write_usize(1)), bytes);
        assert_eq!(digest(|d| d.write_isize(1)), bytes);
        assert_eq!(digest(|d| d.write_u64(1)), bytes);
        assert_eq!(digest(|d| d.write_i64(1)), bytes);
        assert_eq!(digest(|d| d.write_u16(0x0201)), digest(|d| d.write(&[1, 2])));
        assert_eq!(digest(|d| d.write_u32(0x0201)), digest(|d| d.write(&[1, 2, 0, 0])));
        assert_eq!(
            digest(|d| d.write_u128(1)),
            digest(|d| {
                d.write_u64(1);
                d.write_u64(0);
            })
        );
    }

    #[test]
    fn it_does_not_matter_in_what_pieces_the_bytes_come() {
        let bytes: Vec<u8> = (0..2000).map(|n| (n % 251) as u8).collect();
        let expected = xxhash_rust::xxh3::xxh3_64(&bytes);
        for piece in [1, 2, 3, 7, 64, 255, 256, 257, 1000, 2000] {
            let mut digest = Digest::default();
            bytes.chunks(piece).for_each(|piece| digest.write(piece));
            assert_eq!(digest.finish(), expected, "{piece}");
        }
    }

    #[test]
    fn lists_do_not_run_together() {
        let list = |left: &[u8], right: &[u8]| Digest::of(&(left.to_vec(), right.to_vec()));
        assert_ne!(list(&[1], &[2, 3]), list(&[1, 2], &[3]));
    }

    #[test]
    fn mixing_depends_on_the_order() {
        assert_eq!(mix(0, 1), 0x9E37_79B9_E17D_05AC);
        assert_ne!(mix(mix(0, 1), 2), mix(mix(0, 2), 1));
    }
}
