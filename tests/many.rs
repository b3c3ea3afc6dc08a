//! Games by the thousand: none is set aside, and every card gets its chance.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use cardmill::batch;
use cardmill::entry::Entry;
use cardmill::host;
use cardmill::record::End;
use cardmill::setup::{Settings, Setups};
use cardmill_harness::agent::{Agent, Seated};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::table::Status;
use cardmill_unlimited::agent::AgentsPlugin;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::proposal::Verb;

/// The random games that are played at least, and the variable that asks for more.
const GAMES: u64 = 10_000;
const MORE: &str = "CARDMILL_MANY";

fn shelf() -> (Library, Vec<Deck>) {
    let library = Library::load(default_dir()).unwrap();
    let folder = fs::read_dir(default_dir().join("unlimited/decks")).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let decks = files.iter().map(|file| Deck::read(file, &library).unwrap()).collect();
    (library, decks)
}

#[test]
fn ten_thousand_games_and_none_is_set_aside() {
    let (library, decks) = shelf();
    let count = decks.len() as u16;
    let pairs: Vec<_> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let games = std::env::var(MORE).map_or(GAMES, |games| games.parse().unwrap());
    let settings = Settings {
        games: games.div_ceil(pairs.len() as u64),
        seed: 1,
        threads: available_parallelism().map_or(1, usize::from),
        batch: 64,
        agents: [Agent::RANDOM; 2].into_iter().collect(),
        rounds: None,
    };
    let (mut played, mut aside, mut wins) = (0, Vec::new(), [0_u64; 2]);
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let catalogue = host::Catalogue::of::<Tabletop>(catalogue);
    let setups = Setups::pairs(Entry::all::<Tabletop>(decks), &pairs);
    let stop = AtomicBool::new(false);
    let numbers = setups.games(settings.games);
    batch::play(&catalogue, &setups, &settings, numbers, &stop, &mut |record| {
        played += 1;
        match record.standing.winner() {
            Some(seat) => wins[usize::from(seat)] += 1,
            None if record.end == End::Quarantined => aside.push(record),
            None => {}
        }
    })
    .unwrap();
    assert!(played >= games, "{played} games were played");
    assert!(aside.is_empty(), "{} games were set aside, the first is {:?}", aside.len(), aside[0]);
    assert!(wins.iter().all(|&wins| wins > games / 10), "wins: {wins:?}");
}

/// The definitions that were played or deployed.
type Seen = Arc<Mutex<BTreeSet<u16>>>;

fn see(at: &At<'_, Unlimited>, seen: &Seen) {
    for fact in &at.facts {
        let what = fact.what;
        if matches!(what.verb, Verb::PlayUnit | Verb::PlayUpgrade | Verb::PlayEvent | Verb::Deploy)
        {
            let card = at.state.cards[usize::from(what.subject.slot)];
            seen.lock().unwrap().insert(card.definition);
        }
    }
}

#[test]
fn every_card_of_a_deck_is_played_at_some_time() {
    let (library, decks) = shelf();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let mut batch = Batch::of::<Unlimited>(&catalogue, decks.len(), AgentsPlugin);
    let seen = Seen::default();
    let watched = Arc::clone(&seen);
    let mut resolution = batch.world_mut().resource_mut::<Resolution<Unlimited>>();
    resolution.add(Stage::Commit, move |at| see(at, &watched));
    for game in 0..60 {
        for (table, deck) in decks.iter().enumerate() {
            deal::deal(&mut batch, table, [deck, deck], 1, game);
            let entity = batch.table(table);
            let seated = Seated::new([Some(Agent::RANDOM); 2], 1, game);
            batch.world_mut().entity_mut(entity).insert(seated);
        }
        while (0..decks.len())
            .any(|table| matches!(batch.status(table), Status::Busy | Status::Waiting))
        {
            batch.tick();
        }
        assert!((0..decks.len()).all(|table| batch.status(table) == Status::Over), "game {game}");
    }
    let seen = seen.lock().unwrap();
    let unseen: Vec<_> = decks
        .iter()
        .flat_map(|deck| deck.cards.iter().copied().chain([deck.leader]))
        .filter(|card| !seen.contains(card))
        .map(|card| &library.definitions[usize::from(card)].name)
        .collect();
    assert!(unseen.is_empty(), "never played: {unseen:?}");
}
