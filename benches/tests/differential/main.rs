//! Two roads to the same answer: games that the engine plays at random are repeated by the flat
//! reference, which gets nothing but the decks, their order after each shuffle, the first player
//! and the choices. At every decision both must ask the same player the same question with the
//! same options, in the same state, and the games must end alike.

mod canon;
mod trace;

use cardmill_benches::flat::cards::CARDS;
use cardmill_benches::flat::fault::Fault;
use cardmill_benches::shelf::Shelf;

use self::trace::{Recorder, Trace};

/// Tables that share a World.
const TABLES: usize = 32;

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

#[test]
fn both_play_the_same_games() {
    let (mut games, mut decisions) = (0, 0);
    Recorder::new(TABLES).record(0..2000, |trace| {
        games += 1;
        decisions += trace.decisions();
        if let Err(difference) = trace.repeat(None) {
            panic!("{difference}");
        }
    });
    assert_eq!(games, 2000);
    assert!(decisions > 100_000, "{decisions} decisions");
}

/// Every rule that can be broken is found broken by some of these games.
#[test]
fn every_fault_is_found() {
    let mut traces: Vec<Trace> = Vec::new();
    Recorder::new(TABLES).record(0..400, |trace| traces.push(trace));
    let found = |fault: &Fault| traces.iter().filter(|t| t.repeat(Some(*fault)).is_err()).count();
    let counts: Vec<_> = Fault::ALL.iter().map(|fault| (fault, found(fault))).collect();
    for (fault, count) in &counts {
        println!("{fault:?}: found by {count} of {} games", traces.len());
    }
    let missed: Vec<_> = counts.iter().filter(|(_, count)| *count == 0).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
