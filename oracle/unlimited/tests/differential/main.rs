//! Two roads to the same answer: games that the engine plays at random are repeated by the flat
//! reference, which gets nothing but the decks, their order after each shuffle, the first player
//! and the choices. At every decision both must ask the same player the same question with the
//! same options, in the same state, and the games must end alike.

mod scribe;
mod trace;

use std::collections::BTreeSet;
use std::ops::Range;

use cardmill_oracle_comparison::{in_parts, naming_others, unnoticed};
use cardmill_oracle_unlimited::canon;
use cardmill_oracle_unlimited::card::Kind;
use cardmill_oracle_unlimited::cards::{CARDS, of_kind};
use cardmill_oracle_unlimited::choice::Prompt;
use cardmill_oracle_unlimited::fault::Fault;
use cardmill_oracle_unlimited::shelf::Shelf;

use self::trace::{Recorder, Trace};

/// The only file of the oracle that may name the engine: it gives the engine these cards and decks.
const SHELF: &str = "shelf.rs";
/// Tables that share a World.
const TABLES: usize = 64;
/// Games that are repeated.
const GAMES: u64 = 2000;

#[test]
fn they_share_no_code() {
    assert_eq!(naming_others("unlimited"), [SHELF]);
}

#[test]
fn both_know_the_same_cards() {
    let shelf = Shelf::load();
    for card in CARDS {
        let other = shelf.library.find(card.id).expect("the engine has the card");
        let facts = (card.name, card.unique, card.cost, card.power, card.hp);
        let theirs = (&other.name[..], other.unique, other.cost, other.power, other.hp);
        assert_eq!(facts, theirs, "{}", card.id);
        let kinds = [format!("{:?}", card.kind), format!("{:?}", card.arena)];
        assert_eq!(kinds, [format!("{:?}", other.kind), format!("{:?}", other.arena)]);
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let own = card.aspects.iter().map(|aspect| format!("{aspect:?}")).collect();
        let theirs = other.aspects.iter().map(|aspect| format!("{aspect:?}")).collect();
        assert_eq!(sorted(own), sorted(theirs), "{}", card.id);
        let deploy_at = other.unit_side.as_ref().map_or(0, |side| side.deploy_at);
        assert_eq!(card.deploy_at, deploy_at, "{}", card.id);
    }
}

/// The coverage of some games: their number, their decisions, and the questions and cards in them.
#[derive(Default)]
struct Tally {
    games: u64,
    decisions: usize,
    /// The questions that were asked and the cards that were played, by name.
    seen: BTreeSet<String>,
}

impl Tally {
    fn add(&mut self, trace: &Trace) {
        self.games += 1;
        self.decisions += trace.decisions();
        self.seen.extend(trace.asked().chain(trace.played()).map(str::to_owned));
    }
}

/// Repeats the games of these seeds.
fn repeat(seeds: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    Recorder::new(TABLES).record(seeds, |trace| {
        tally.add(&trace);
        if let Err(difference) = trace.repeat(None) {
            panic!("{difference}");
        }
    });
    tally
}

#[test]
fn both_play_the_same_games() {
    let tallies = in_parts(GAMES, repeat);
    assert_eq!(tallies.iter().map(|tally| tally.games).sum::<u64>(), GAMES);
    let decisions: usize = tallies.iter().map(|tally| tally.decisions).sum();
    assert!(decisions > 100_000, "{decisions} decisions");
    // All of the subset was met: every question, and every card that can be played.
    for tally in tallies {
        for prompt in Prompt::ALL {
            let what = canon::prompt(prompt);
            assert!(tally.seen.contains(what), "nobody was asked: {what}");
        }
        for &card in &of_kind(&[Kind::Unit, Kind::Event, Kind::Upgrade]) {
            let name = CARDS[usize::from(card)].name;
            assert!(tally.seen.contains(name), "nobody played {name}");
        }
    }
}

/// Every rule that can be broken is found broken within these games: those that are found seldom
/// are looked for in more of them.
#[test]
fn every_fault_is_found() {
    let mut missing = Fault::ALL.to_vec();
    let mut recorder = Recorder::new(TABLES);
    for first in (0..GAMES).step_by(100) {
        if missing.is_empty() {
            return;
        }
        let mut game = first;
        recorder.record(first..first + 100, |trace| {
            game += 1;
            unnoticed(&mut missing, game, |fault| Some(trace.repeat(Some(fault)).err()?.decision));
        });
    }
    assert!(missing.is_empty(), "{missing:?} in {GAMES} games");
}
