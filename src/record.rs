//! What is kept of a played game, and the digest of a run.

use std::fmt;

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    /// Deck a won.
    WinA,
    /// Deck b won.
    WinB,
    /// Nobody won (CR 1.2.3).
    Draw,
    /// The game broke an invariant or ran past its bound and was set aside; it counts for
    /// neither deck.
    Quarantined,
}

/// One game as the batch runner hands it over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRecord {
    /// Number of the game over the whole run from 0; games go round the pairings.
    pub index: u64,
    /// Index of side a's deck among the run's decks.
    pub deck_a: u16,
    /// Index of side b's deck among the run's decks.
    pub deck_b: u16,
    /// Who had the initiative first: 0 = deck a, 1 = deck b.
    pub first_player: u8,
    /// How it ended.
    pub outcome: Outcome,
    /// Rounds begun.
    pub rounds: u16,
    /// Decisions taken by both players together.
    pub decisions: u32,
    /// Damage on the bases of a and b at the end.
    pub base_damage: [u8; 2],
    /// Digest of everything that happened in the game.
    pub digest: u64,
}

/// A digest as results write it. Not every reader of numbers keeps 64 bits.
#[must_use]
pub fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}

/// The digest of a run: the xxh3-64 of its games' digests (little endian) in index order.
#[derive(Clone, Default)]
pub struct RunDigest(Xxh3);

impl RunDigest {
    /// Takes in the next game's digest.
    pub fn add(&mut self, digest: u64) {
        self.0.update(&digest.to_le_bytes());
    }

    /// The digest of the games taken in so far.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.0.digest()
    }
}

impl fmt::Display for RunDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(self.value()))
    }
}

impl fmt::Debug for RunDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RunDigest({self})")
    }
}

#[cfg(test)]
mod tests {
    use xxhash_rust::xxh3::xxh3_64;

    use super::*;

    #[test]
    fn the_run_digest_hashes_the_games_digests_in_order() {
        let games = [7_u64, u64::MAX, 0x0123_4567_89ab_cdef];
        let mut digest = RunDigest::default();
        let mut bytes = Vec::new();
        for game in games {
            digest.add(game);
            bytes.extend(game.to_le_bytes());
        }
        assert_eq!(digest.value(), xxh3_64(&bytes));
        assert_eq!(digest.to_string().len(), 16);
    }

    #[test]
    fn order_matters() {
        let mut forth = RunDigest::default();
        let mut back = RunDigest::default();
        for game in 0..10 {
            forth.add(game);
            back.add(9 - game);
        }
        assert_ne!(forth.value(), back.value());
    }
}
