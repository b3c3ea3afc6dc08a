//! Results on their way out of the host: tables, JSON and CSV on stdout, tables in files.

pub mod answers;
pub mod cards;
pub mod column;
pub mod command;
pub mod csv;
pub mod elites;
pub mod entries;
pub mod fidelity;
pub mod figure;
pub mod folder;
pub mod games;
pub mod goal;
pub mod handled;
pub mod html;
pub mod json;
pub mod ladder;
pub mod manifest;
pub mod meta;
pub mod name;
pub mod newcomer;
pub mod openings;
pub mod pairs;
pub mod parquet;
pub mod part;
pub mod pods;
pub mod positions;
pub mod replacements;
pub mod rounds;
pub mod rows;
pub mod run;
pub mod sample;
mod shift;
pub mod sideboard;
pub mod spread;
pub mod stats;
pub mod table;
pub mod values;

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;

use crate::analysis::Run;
use crate::host::Host;
use crate::matches::{Match, Sideboarding};
use crate::setup::{Settings, Setup, Setups};
use figure::grouped;

/// An entry or a position as results name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name, made distinct from the other names where necessary.
    pub name: String,
    /// The file it was read from.
    pub file: PathBuf,
}

/// A run and everything a reader of its results wants to know about it.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The game that was played, with all that the host knows of it.
    pub game: &'static dyn Host,
    /// The entries or the positions, in the order in which setups refer to them.
    pub labels: &'a [Label],
    /// The number of entries, from the first on, that play against the others; all of them when
    /// everyone plays everyone.
    pub own: usize,
    /// The files that the cards were read from, or the built-in cards.
    pub cards: &'a CardFiles,
    /// The edits of cards that hold for all games, as the command line writes them.
    pub edits: &'a [String],
    /// The settings of the run: games per setup, seed, threads, agents, limit of rounds.
    pub settings: &'a Settings,
    /// The results of the run, counted setup by setup.
    pub run: &'a Run,
    /// The terms of its matches; `None` in a run of games. Games are counted in matches otherwise.
    pub matches: Option<Matches>,
    /// Games that were asked for; more than were played when the run was stopped.
    pub planned: u64,
    /// The part that was played before the run was taken up again; zeros in a run that never
    /// stopped.
    pub before: Before,
    /// Wall-clock seconds of play.
    pub seconds: f64,
}

/// The terms by which the matches of a run are played, and the decks that exchange cards in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matches {
    /// The number of games that a match is the best of, and the sideboarding between them.
    pub terms: Match,
    /// The game's rule for exchanging cards, in words; `None` for a game that has none to exchange.
    pub rule: Option<&'static str>,
    /// Decks over all pairings, two of each pairing: those that exchange cards against their
    /// opponent, and all of them.
    pub exchanged: [usize; 2],
}

impl Matches {
    /// Makes the terms of a run of these setups, and counts the decks that exchange cards in its
    /// pairings.
    #[must_use]
    pub fn of(game: &dyn Host, terms: Match, setups: &Setups) -> Self {
        let paired = setups.list.iter().filter(|setup| setup.pairing().is_some()).count();
        let exchanged = |setup: &Setup| {
            let [a, b] = setup.pairing()?;
            let has = |pair: &[u16; 2]| setups.exchanged.contains_key(pair);
            Some([[a, b], [b, a]].iter().filter(|pair| has(pair)).count())
        };
        let exchanged = setups.list.iter().filter_map(exchanged).sum();
        Self { terms, rule: game.sideboarding(), exchanged: [exchanged, 2 * paired] }
    }

    /// Writes the terms in two lines, which stand below results.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { terms: Match { best_of, sideboard }, rule, exchanged: [exchanged, all] } = self;
        let how = match (sideboard, rule) {
            (Sideboarding::Plain, Some(rule)) => {
                let [exchanged, all] = [exchanged, all].map(|decks| grouped(*decks as u64));
                format!("after game 1 {rule} ({exchanged} of {all} decks have some)")
            }
            (Sideboarding::Plain, None) => "this game has no cards to exchange".to_owned(),
            (Sideboarding::None, _) => "no cards are exchanged".to_owned(),
        };
        format!(
            "best of {best_of}: who lost a game goes first in the next\nsideboard {}: {how}",
            sideboard.name(),
        )
    }
}

/// The progress of a run at the moment at which it was taken up again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The number of games played until then; of matches in a run of matches.
    pub games: u64,
    /// The number of decisions taken in them.
    pub decisions: u64,
}

impl Report<'_> {
    /// Returns `true` if the run ended before all planned games were played.
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.run.games < self.planned
    }

    /// The name of an entry or a position.
    #[must_use]
    pub fn name(&self, place: u16) -> &str {
        &self.labels[usize::from(place)].name
    }

    /// The name of the position that a setup is; none where players enter.
    #[must_use]
    pub fn position(&self, setup: &Setup) -> Option<&str> {
        match setup {
            Setup::Entries(_) => None,
            Setup::Position { position, .. } => Some(self.name(*position)),
        }
    }

    /// The name of what the player at a seat entered; none in a position.
    ///
    /// # Panics
    ///
    /// When there is no such seat.
    #[must_use]
    pub fn entry(&self, setup: &Setup, seat: usize) -> Option<&str> {
        match setup {
            Setup::Entries(entries) => Some(self.name(entries[seat])),
            Setup::Position { .. } => None,
        }
    }

    /// The agents as an argument: one name for all seats, or one for each.
    #[must_use]
    pub fn agents(&self) -> String {
        self.settings.who()
    }

    /// The digest of the run; none when it was stopped, since no other run would have it.
    #[must_use]
    pub fn digest(&self) -> Option<String> {
        (!self.stopped()).then(|| self.run.digest.to_string())
    }

    /// The digest of the choices of the run; `None` as for [`digest`](Self::digest).
    #[must_use]
    pub fn trail(&self) -> Option<String> {
        (!self.stopped()).then(|| self.run.trail.to_string())
    }

    /// The unit of all counts, in the plural: `games`, or `matches` in a run of matches.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        if self.matches.is_some() { "matches" } else { "games" }
    }

    /// The number of games that were played now: those of `before` are left out.
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
    use crate::record::{GameRecord, aside, example};
    use cardmill_harness::agent::Agent;
    use cardmill_unlimited::agent::GREEDY;

    let labels = [("Ash", "a.json"), ("Birch, the \"second\"", "the b.json"), ("Cedar", "c.json")]
        .map(|(name, file)| Label { name: name.to_owned(), file: file.into() });
    let agents = [GREEDY, Agent::RANDOM].into_iter().collect();
    let settings = Settings { games, seed: 7, threads: 2, batch: 128, agents, rounds: None };
    let setups = [Setup::pair(0, 1), Setup::pair(0, 2)];
    let mut run = Run::new(&setups);
    for index in 0..games * 2 {
        let of_setup = index / 2;
        let winner = match of_setup % 10 {
            9 => None,
            n if n < 6 => Some(0),
            _ => Some(1),
        };
        let game = GameRecord {
            setup: crate::setup::of_game(&setups, index).clone(),
            first: u8::from(of_setup % 2 == 1),
            rounds: 6,
            decisions: 120,
            digest: index,
            ..example(index, winner)
        };
        run.add(&if index == 6 { aside(game) } else { game });
    }
    (labels.into(), settings, run)
}

/// A report on a run that was played at once.
#[cfg(test)]
pub(crate) fn report<'a>(
    labels: &'a [Label],
    settings: &'a Settings,
    run: &'a Run,
    planned: u64,
) -> Report<'a> {
    Report {
        game: crate::example::UNLIMITED,
        labels,
        own: labels.len(),
        cards: &CardFiles::BuiltIn(&[]),
        edits: &[],
        settings,
        run,
        matches: None,
        planned,
        before: Before::default(),
        seconds: 2.0,
    }
}
