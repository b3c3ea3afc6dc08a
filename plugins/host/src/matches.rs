//! Matches: games between the same two, one after another, until one has won more than half of them.
//!
//! A match is a deal of [`play_arms`](crate::batch::play_arms): its first game is played in the first
//! arm, each further one in the arm of its number and of who goes first. So the first games of matches
//! are the games of a run without matches, and the others have seeds of their own.

use std::fmt;

use cardmill_harness::play::Standing;
use cardmill_kernel::card::Seat;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::arm::Arm;
use crate::record::{End, GameRecord};

/// The form of matches: their length, and the use of sideboards in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// The most games of a match; odd, so that both cannot win as many.
    pub best_of: u8,
    /// The way in which cards are exchanged after the first game.
    pub sideboard: Sideboarding,
}

/// The ways of exchanging cards between the games of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Sideboarding {
    /// No cards are exchanged
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
    /// The seat that goes first; `None` where nobody lost the game before, so that it is as dealt.
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
    pub fn arms(self, first: Arm<'_>) -> Vec<Arm<'_>> {
        let Arm { catalogue, setups, settings, tally, .. } = first;
        let later = Later::all(self.best_of).map(|later| Arm {
            tally,
            later: Some(later),
            ..Arm::new(catalogue, setups, settings)
        });
        core::iter::once(first).chain(later).collect()
    }

    /// The arm of what follows these games of a deal.
    #[must_use]
    pub fn next(self, deal: &[(usize, GameRecord)]) -> Option<usize> {
        let games: Vec<&GameRecord> = deal.iter().map(|(_, game)| game).collect();
        self.following(&games).map(Later::arm)
    }

    /// The next game of a match after these; `None` when the match is over: one has won more than half of all games
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

/// The standing of both players after these games between them: their scores are the games that they won.
#[must_use]
pub fn standing(games: &[&GameRecord]) -> Standing {
    let won = |seat: Seat| games.iter().filter(|game| game.standing.winner() == Some(seat)).count();
    Standing::open([0, 1].map(|seat| won(seat) as i16).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{aside, example};

    #[test]
    fn a_match_goes_on_until_one_has_more_than_half() {
        let game = |winner| example(0, winner);
        let (a, b, nobody) = (game(Some(0)), game(Some(1)), game(None));
        let faulty = aside(game(None));
        let terms = |best_of| Match { best_of, sideboard: Sideboarding::None };
        let next = |number, first| Some(Later { number, first });
        for (best_of, games, expected) in [
            (1, &[&a][..], None),
            (3, &[&a], next(2, Some(1))),
            (3, &[&b], next(2, Some(0))),
            (3, &[&nobody], next(2, None)),
            (3, &[&faulty], None),
            (3, &[&a, &a], None),
            (3, &[&a, &b], next(3, Some(0))),
            (3, &[&a, &nobody], next(3, None)),
            (3, &[&a, &b, &nobody], None),
            (5, &[&a, &a], next(3, Some(1))),
            (5, &[&a, &a, &b, &a], None),
            (5, &[&a, &a, &faulty], None),
        ] {
            assert_eq!(terms(best_of).following(games), expected, "{best_of}: {games:?}");
        }
        assert_eq!(standing(&[&a, &b, &nobody]).winner(), None);
        assert_eq!(standing(&[&a, &b, &a]).scores[..], [2, 1]);
        assert_eq!(standing(&[&b, &nobody]).winner(), Some(1));
    }

    #[test]
    fn every_later_game_has_an_arm_and_a_seed_of_its_own() {
        assert_eq!(Later::all(1).count(), 0);
        assert!(Later::all(9).map(Later::arm).eq(1..=24));
        let seeds = Later::all(9).map(|later| later.seed(7));
        let mut seeds: Vec<u64> = seeds.collect();
        // Who goes first is no matter of chance.
        assert!(seeds.chunks(3).all(|same| same.iter().all(|seed| *seed == same[0])));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 8);
    }
}
