//! The agents: how they do against each other.

use std::fs;
use std::sync::atomic::AtomicBool;

use cardmill::batch::play;
use cardmill::entry::Entry;
use cardmill::host;
use cardmill::record::End;
use cardmill::setup::{Settings, Setups};
use cardmill_harness::agent::{Agent, Seated};
use cardmill_harness::play::Play;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::agent::{AgentsPlugin, GREEDY};
use cardmill_unlimited::board::Board;
use cardmill_unlimited::card::{Card, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::view::View;

const GAMES: u64 = 200;

fn decks(library: &Library) -> Vec<Deck> {
    let folder = default_dir().join("unlimited/decks");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files.iter().map(|file| Deck::read(file, library).unwrap()).collect()
}

/// Wins of the first seat, wins of the second and quarantined games, for each deck against itself.
fn mirrors(agents: [Agent; 2]) -> Vec<(String, u64, u64, u64)> {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let decks = decks(&library);
    assert!(decks.len() >= 6, "only {} decks were found", decks.len());
    let pairings: Vec<_> = (0..decks.len() as u16).map(|deck| (deck, deck)).collect();
    let agents = agents.into_iter().collect();
    let settings = Settings { games: GAMES, seed: 20, threads: 2, batch: 64, agents, rounds: None };
    let mut results: Vec<_> = decks.iter().map(|deck| (deck.name.clone(), 0, 0, 0)).collect();
    let catalogue = host::Catalogue::of::<Tabletop>(catalogue);
    let setups = Setups::pairs(Entry::all::<Tabletop>(decks), &pairings);
    let (games, stop) = (setups.games(GAMES), AtomicBool::new(false));
    play(&catalogue, &setups, &settings, games, &stop, &mut |record| {
        let [deck, _] = record.setup.pairing().unwrap();
        let (_, a, b, quarantined) = &mut results[usize::from(deck)];
        match record.standing.winner() {
            Some(0) => *a += 1,
            Some(_) => *b += 1,
            None => *quarantined += u64::from(record.end == End::Quarantined),
        }
    })
    .unwrap();
    results
}

#[test]
fn greedy_beats_random_with_every_deck_from_both_sides() {
    for agents in [[GREEDY, Agent::RANDOM], [Agent::RANDOM, GREEDY]] {
        for (deck, a, b, quarantined) in mirrors(agents) {
            let wins = if agents[0] == GREEDY { a } else { b };
            assert_eq!(quarantined, 0, "{deck}");
            assert!(wins * 10 >= GAMES * 9, "{deck}, {agents:?}: {wins} of {GAMES}");
        }
    }
}

/// Shows that the test above is about the agents and not about the sides.
#[test]
fn an_agent_is_no_better_than_itself() {
    for &agent in Tabletop::AGENTS {
        for (deck, a, b, quarantined) in mirrors([agent; 2]) {
            assert_eq!(quarantined, 0, "{deck}");
            assert!(a.min(b) * 3 >= GAMES, "{deck}, {agent}: {a} to {b} of {GAMES}");
        }
    }
}

/// Every hidden card of the one who is not asked changes places with another, and the decks of
/// both lie in another order. Returns how many cards moved.
fn change_what_is_hidden(batch: &mut Batch) -> usize {
    let entity = batch.table(1);
    let seat = batch.world().get::<Decision<Unlimited>>(entity).unwrap().seat;
    let mut board = batch.world().get::<Board>(entity).unwrap().clone();
    let shows = resolve::look::<Unlimited, _>(batch.world_mut(), entity, |at| {
        let view: View = View::of(at, seat);
        let own = &mut board.players[usize::from(seat)];
        let seen = own.deck.iter().filter(|&&slot| view.sees(slot)).count();
        let unseen = own.deck.len() - seen;
        own.deck[..unseen].reverse();
        let enemy = &mut board.players[usize::from(1 - seat)];
        let all = [&enemy.deck, &enemy.hand, &enemy.resources];
        all.into_iter().flatten().any(|&slot| view.sees(slot))
    });
    if shows {
        return 0;
    }
    let enemy = &mut board.players[usize::from(1 - seat)];
    let mut all: Vec<_> =
        enemy.deck.iter().chain(&enemy.hand).chain(&enemy.resources).copied().collect();
    all.reverse();
    let moved = enemy.hand.len() + enemy.resources.len();
    let mut rest = all.iter().copied();
    let mut zones = Vec::new();
    let places = [
        (&mut enemy.deck, Zone::Deck),
        (&mut enemy.hand, Zone::Hand),
        (&mut enemy.resources, Zone::Resources),
    ];
    for (list, zone) in places {
        for slot in list.iter_mut() {
            *slot = rest.next().unwrap();
            zones.push((*slot, zone));
        }
    }
    *batch.world_mut().get_mut::<Board>(entity).unwrap() = board;
    for (slot, zone) in zones {
        let card = batch.world().get::<Roster>(entity).unwrap().card(slot);
        batch.world_mut().get_mut::<Card>(card).unwrap().zone = zone;
    }
    moved
}

#[test]
fn greedy_does_not_peek() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let decks = decks(&library);
    let mut batch = Batch::of::<Unlimited>(&catalogue, 2, AgentsPlugin);
    let (mut compared, mut moved) = (0, 0);
    for game in 0..36 {
        let pair = [&decks[game % decks.len()], &decks[game / decks.len() % decks.len()]];
        deal::deal(&mut batch, 0, pair, 8, game as u64);
        for table in 0..2 {
            let entity = batch.table(table);
            let seated = Seated::new([Some(GREEDY); 2], 8, game as u64);
            batch.world_mut().entity_mut(entity).insert(seated);
        }
        while batch.status(0) != Status::Over {
            if batch.status(0) == Status::Waiting {
                deal::fork(&mut batch, 0, 1);
                moved += change_what_is_hidden(&mut batch);
                batch.tick();
                let [truth, other] = [0, 1]
                    .map(|table| batch.world().get::<Table>(batch.table(table)).unwrap().trail);
                assert_eq!(truth, other, "game {game}: another answer");
                compared += 1;
            } else {
                batch.tick();
            }
        }
    }
    assert!(compared > 1000 && moved > 1000, "{compared} decisions, {moved} cards moved");
}
