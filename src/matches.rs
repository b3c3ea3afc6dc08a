//! Matches: games between the same two, one after another, until one has won more than half of them.
//!
//! A match is a deal of [`play_arms`](crate::batch::play_arms): its first game is played in the first
//! arm, each further one in the arm of its number and of who goes first. So the first games of matches
//! are the games of a run without matches, and the others have seeds of their own.

use std::fmt;

use cardmill_harness::play::{Play, Standing};
use cardmill_kernel::card::Seat;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::batch::Arm;
use crate::record::{End, GameRecord};

/// How matches are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// How many games it has at most; odd.
    pub best_of: u8,
    /// How cards are exchanged after the first.
    pub sideboard: Sideboarding,
}

/// How cards are exchanged between the games of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Sideboarding {
    /// None are
    None,
    /// Cards that find little to do against the other deck, for cards of the sideboard that find much
    #[default]
    Plain,
}

impl Sideboarding {
    /// As the command line has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Plain => "plain",
        }
    }
}

/// A game of a match that is not its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// Its number in the match, from 2.
    pub number: u8,
    /// Who goes first; as it is dealt where nobody lost the game before.
    pub first: Option<Seat>,
}

impl Later {
    /// The seed of such games in a run with this seed.
    #[must_use]
    pub fn seed(self, run: u64) -> u64 {
        let mut key = [0; 9];
        key[..8].copy_from_slice(&run.to_le_bytes());
        key[8] = self.number;
        xxh3_64(&key)
    }

    /// All that a match can have after its first, in the order of their arms.
    fn all(best_of: u8) -> impl Iterator<Item = Self> {
        let firsts = [Some(0), Some(1), None];
        (2..=best_of).flat_map(move |number| firsts.map(|first| Self { number, first }))
    }

    /// The place of its arm.
    fn arm(self) -> usize {
        usize::from(self.number - 2) * 3 + usize::from(self.first.unwrap_or(2)) + 1
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (sideboard {})", self.best_of, self.sideboard.name())
    }
}

impl Match {
    /// The arms in which its games are played, beginning with that of the first.
    #[must_use]
    pub fn arms<G: Play>(self, first: Arm<'_, G>) -> Vec<Arm<'_, G>> {
        let Arm { catalogue, setups, settings, .. } = first;
        let later = Later::all(self.best_of)
            .map(|later| Arm { later: Some(later), ..Arm::new(catalogue, setups, settings) });
        core::iter::once(first).chain(later).collect()
    }

    /// The arm of what follows these games of a deal.
    #[must_use]
    pub fn next(self, deal: &[(usize, GameRecord)]) -> Option<usize> {
        let games: Vec<&GameRecord> = deal.iter().map(|(_, game)| game).collect();
        self.following(&games).map(Later::arm)
    }

    /// What follows these games of a match; nothing when it is over: one has won more than half of all
    /// there could be, there are no more, or a game was set aside.
    #[must_use]
    pub fn following(self, games: &[&GameRecord]) -> Option<Later> {
        let last = games.last()?;
        let most = standing(games).scores.into_iter().max().unwrap_or(0);
        let number = u8::try_from(games.len() + 1).ok().filter(|number| *number <= self.best_of)?;
        let is_over = last.end == End::Quarantined || most > i16::from(self.best_of) / 2;
        (!is_over).then(|| Later { number, first: last.standing.winner().map(|won| 1 - won) })
    }
}

/// How two stand after these games between them: their scores are the games that they won.
#[must_use]
pub fn standing(games: &[&GameRecord]) -> Standing {
    let won = |seat: Seat| games.iter().filter(|game| game.standing.winner() == Some(seat)).count();
    Standing::open([0, 1].map(|seat| won(seat) as i16).into_iter().collect())
}
