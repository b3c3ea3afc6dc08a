//! How results leave the host: tables, JSON and CSV on stdout, one row per game in a file.

pub mod csv;
pub mod games;
pub mod json;
pub mod manifest;
pub mod parquet;
pub mod part;
pub mod row;
pub mod table;

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;

use crate::analysis::Run;
use crate::batch::Settings;

/// A deck as results name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The deck's name, made distinct from the other decks' names where necessary.
    pub name: String,
    /// The file it was read from.
    pub file: PathBuf,
}

/// A run and everything a reader of its results wants to know about it.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The decks, in the order in which pairings refer to them.
    pub decks: &'a [Label],
    /// How many of the decks, from the first on, play against others; all when everyone plays
    /// everyone.
    pub own: usize,
    /// Which cards were used.
    pub cards: &'a CardFiles,
    /// How it was played.
    pub settings: &'a Settings,
    /// What was counted.
    pub run: &'a Run,
    /// Games that were asked for; more than were played when the run was stopped.
    pub planned: u64,
    /// What was not played now, but before the run was taken up again.
    pub before: Before,
    /// Wall-clock seconds of play.
    pub seconds: f64,
}

/// How far a run was when it was taken up again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Games played.
    pub games: u64,
    /// Decisions taken in them.
    pub decisions: u64,
}

impl Report<'_> {
    /// Whether the run ended before all games were played.
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.run.games < self.planned
    }

    /// The name of a deck.
    #[must_use]
    pub fn name(&self, deck: u16) -> &str {
        &self.decks[usize::from(deck)].name
    }

    /// The digest of the run; none when it was stopped, since no other run would have it.
    #[must_use]
    pub fn digest(&self) -> Option<String> {
        (!self.stopped()).then(|| self.run.digest.to_string())
    }

    /// Games that were played now.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.run.games - self.before.games
    }

    /// Games per second of wall clock.
    #[must_use]
    pub fn games_per_second(&self) -> f64 {
        per_second(self.games(), self.seconds)
    }

    /// Decisions per second of wall clock.
    #[must_use]
    pub fn decisions_per_second(&self) -> f64 {
        per_second(self.run.decisions - self.before.decisions, self.seconds)
    }
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// A run to write about: two pairings of three decks, one of them with a quarantined game.
#[cfg(test)]
pub(crate) fn example(games: u64) -> (Vec<Label>, Settings, Run) {
    use crate::record::{GameRecord, Outcome};
    use cardmill_harness::agent::Agent;

    let decks = [("Ash", "a.json"), ("Birch, the \"second\"", "the b.json"), ("Cedar", "c.json")]
        .map(|(name, file)| Label { name: name.to_owned(), file: file.into() });
    let settings =
        Settings { games, seed: 7, threads: 2, batch: 128, agents: [Agent::Greedy, Agent::Random] };
    let pairings = [(0, 1), (0, 2)];
    let mut run = Run::new(&pairings);
    for index in 0..games * 2 {
        let (deck_a, deck_b) = crate::batch::pairing(&pairings, index);
        let of_pairing = index / 2;
        run.add(&GameRecord {
            index,
            deck_a,
            deck_b,
            first_player: u8::from(of_pairing % 2 == 1),
            outcome: match of_pairing % 10 {
                _ if index == 6 => Outcome::Quarantined,
                9 => Outcome::Draw,
                n if n < 6 => Outcome::WinA,
                _ => Outcome::WinB,
            },
            rounds: 6,
            decisions: 120,
            base_damage: [30, 4],
            digest: index,
        });
    }
    (decks.into(), settings, run)
}

/// A report on a run that was played at once.
#[cfg(test)]
pub(crate) fn report<'a>(
    decks: &'a [Label],
    settings: &'a Settings,
    run: &'a Run,
    planned: u64,
) -> Report<'a> {
    let (before, cards) = (Before::default(), &crate::cards::BUILT_IN);
    Report { decks, own: decks.len(), cards, settings, run, planned, before, seconds: 2.0 }
}
