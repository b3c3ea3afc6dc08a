//! Records of played games, and the digest of a run.

use std::collections::BTreeMap;
use std::fmt;

use cardmill_harness::play::Standing;
use cardmill_harness::tally::Tally;
use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::setup::Setup;

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The game ended by its rules.
    Over,
    /// With the last round that the run has for it: players come in as it stood.
    Cut,
    /// It broke an invariant or ran past a bound of the engine and was set aside; it counts for
    /// nobody.
    Quarantined,
}

/// One game as the batch runner hands it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Number of the game over the whole run from 0, or of its match; they go round the setups.
    pub index: u64,
    /// Its number in its match, from 1. A game that is in none is the first.
    pub number: u8,
    /// The setup that it began with.
    pub setup: Setup,
    /// The player who went first.
    pub first: Seat,
    /// The way in which it ended.
    pub end: End,
    /// The places and scores of the players; none in a game that was set aside.
    pub standing: Standing,
    /// Rounds that were begun, up to the limit of the run.
    pub rounds: u16,
    /// Decisions taken by all players together.
    pub decisions: u32,
    /// Digest of all choices: whether two games were played alike, whatever a state is made of.
    pub trail: u64,
    /// Digest of all choices and the final state.
    pub digest: u64,
    /// It was not played: nothing bore on the first arm's game that is another thing in this arm, so
    /// that it would end as that did.
    pub spared: bool,
    /// The tally of its cards, where one is asked for.
    pub tally: Option<Box<Tally>>,
}

impl GameRecord {
    /// A game that broke down, so that nothing is known of it.
    #[must_use]
    pub fn aside(index: u64, setup: &Setup) -> Self {
        Self {
            index,
            number: 1,
            setup: setup.clone(),
            first: 0,
            end: End::Quarantined,
            standing: Standing::default(),
            rounds: 0,
            decisions: 0,
            trail: 0,
            digest: 0,
            spared: false,
            tally: None,
        }
    }
}

/// A queue that hands on the outcomes of games in the order of their numbers, in whichever they
/// end.
#[derive(Clone, Debug)]
pub struct InOrder<T> {
    early: BTreeMap<u64, T>,
    due: u64,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self::from(0)
    }
}

impl<T> InOrder<T> {
    /// A queue whose first game has this number.
    #[must_use]
    pub const fn from(due: u64) -> Self {
        Self { early: BTreeMap::new(), due }
    }

    /// The number of the game that is due next.
    #[must_use]
    pub const fn due(&self) -> u64 {
        self.due
    }

    /// The outcomes of games that are not due yet.
    pub fn early(&self) -> impl Iterator<Item = (u64, &T)> {
        self.early.iter().map(|(index, what)| (*index, what))
    }

    /// Takes what came of a game, and hands on what is due.
    pub fn add(&mut self, index: u64, what: T, mut hand_on: impl FnMut(T)) {
        self.early.insert(index, what);
        while let Some(what) = self.early.remove(&self.due) {
            hand_on(what);
            self.due += 1;
        }
    }
}

/// A game between the first two entries of a run, for tests: the seat that won, if one did.
#[cfg(test)]
pub(crate) fn example(index: u64, winner: Option<Seat>) -> GameRecord {
    let scores = [30, 4].into_iter().collect();
    GameRecord {
        index,
        number: 1,
        setup: Setup::pair(0, 1),
        first: 1,
        end: End::Over,
        standing: match winner {
            Some(seat) => Standing::won(seat, scores),
            None => Standing::drawn(scores),
        },
        rounds: 3,
        decisions: 40,
        trail: 0xcd,
        digest: 0xab,
        spared: false,
        tally: None,
    }
}

/// The same game, set aside.
#[cfg(test)]
pub(crate) fn aside(game: GameRecord) -> GameRecord {
    GameRecord { end: End::Quarantined, standing: Standing::default(), ..game }
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

/// The games that an experiment has counted.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// The number of games that were played.
    pub games: u64,
    /// The number of games that were counted as the first arm's, without being played.
    pub spared: u64,
    /// The number of games that were played and set aside.
    pub quarantined: u64,
    /// The digest of all games that were played.
    pub digest: RunDigest,
}

impl Counted {
    /// Takes a game in.
    pub fn add(&mut self, game: &GameRecord) {
        if game.spared {
            self.spared += 1;
            return;
        }
        self.games += 1;
        self.quarantined += u64::from(game.end == End::Quarantined);
        self.digest.add(game.digest);
    }

    /// Takes in the games of these arms of a deal, and says whether one of them was set aside.
    pub fn take(&mut self, deal: &[(usize, GameRecord)], is_due: impl Fn(usize) -> bool) -> bool {
        let before = self.quarantined;
        let due = deal.iter().filter(|(arm, _)| is_due(*arm));
        due.for_each(|(_, game)| self.add(game));
        self.quarantined > before
    }

    /// Takes in what a part of the experiment has counted.
    pub fn merge(&mut self, part: &Self) {
        self.games += part.games;
        self.spared += part.spared;
        self.quarantined += part.quarantined;
        self.digest.add(part.digest.value());
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
