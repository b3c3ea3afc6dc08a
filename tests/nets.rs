//! Nets as agents, and positions for nets to learn from.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cardmill::batch;
use cardmill::cards::BUILT_IN;
use cardmill::cli::setups::lists;
use cardmill::entry::Entry;
use cardmill::games::Game;
use cardmill::host::Catalogue;
use cardmill::policy;
use cardmill::positions::{Found, Meaning, Settings, play};
use cardmill::setup::{Settings as Run, Setups};
use cardmill_harness::agent::Agent;
use cardmill_harness::driver::Driver;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::vocabulary::Kind;

fn cards() -> (Catalogue, Vec<Entry>) {
    let catalogue = Game::Unlimited.host().load(&BUILT_IN).unwrap();
    let given = ["luke", "vader", "boba"].map(str::to_owned);
    let decks = lists(&given, 1, &BUILT_IN, &catalogue).unwrap();
    (catalogue, decks)
}

fn agent(text: &str) -> Agent {
    policy::agent(Game::Unlimited.host(), text).unwrap()
}

fn settings(threads: usize, tables: usize) -> Settings {
    let agents = vec![(agent("look"), 2), (agent("greedy"), 1)];
    Settings { seed: 5, agents, exchanged: 0, share: 300, curious: 20, threads, tables }
}

fn found((catalogue, decks): &(Catalogue, Vec<Entry>), settings: &Settings) -> Found {
    let stop = AtomicBool::new(false);
    play(catalogue, decks, settings, 3..9, &stop, &|| ()).unwrap()
}

#[test]
fn positions_depend_on_no_thread_and_no_table() {
    let cards = cards();
    let alone = found(&cards, &settings(1, 1));
    assert_eq!(found(&cards, &settings(2, 2)), alone);
    assert_eq!(found(&cards, &settings(1, 64)), alone);
    let other = Settings { curious: 0, ..settings(1, 3) };
    assert_ne!(found(&cards, &other), alone);
    let Found { positions, scores, games, aside } = alone;
    assert_eq!((games, aside), (6, 0));
    let meaning = Meaning::of(&cards.0).unwrap();
    let rows: usize = positions.counts.iter().map(|count| usize::from(*count)).sum();
    assert!(positions.counts.len() > 20, "{}", positions.counts.len());
    assert_eq!(positions.cards.len(), rows);
    assert_eq!(positions.entities.len(), rows * meaning.widths[0]);
    assert_eq!(positions.globals.len(), positions.counts.len() * meaning.widths[1]);
    assert!(positions.games.is_sorted() && positions.games[0] >= 3);
    // Both seats see the same position, one after the other, and one has won what the other lost.
    assert!(positions.seats.chunks(2).all(|seats| seats == [0, 1]));
    assert!(positions.decisions.chunks(2).all(|pair| pair[0] == pair[1]));
    assert!(positions.outcomes.chunks(2).all(|pair| pair[0] == -pair[1]));
    assert_eq!(scores[0].games, scores[1].games);
    assert!(scores[0].won + scores[1].won <= scores[0].games);
}

/// The share of a thousand is of a thousand, and all of them are those that begin something.
#[test]
fn as_many_positions_are_kept_as_are_asked_for() {
    let cards = cards();
    let kept = |share| {
        let agents = vec![(Agent::RANDOM, 1)];
        let found = found(&cards, &Settings { share, agents, ..settings(2, 4) });
        found.positions.counts.len()
    };
    let all = kept(1_000);
    assert_eq!(kept(0), 0);
    let third = kept(333);
    assert!((all / 4..all / 2).contains(&third), "{third} of {all}");
}

#[test]
fn cards_are_exchanged_for_others_that_a_deck_may_have() {
    let cards = cards();
    let meaning = Meaning::of(&cards.0).unwrap();
    let own: BTreeSet<&str> = cards.1.iter().flat_map(|deck| deck.cards(&cards.0)).collect();
    // Cards of both sides come among the rows; tokens are of no deck.
    let definitions = Tabletop::definitions(cards.0.get::<Tabletop>());
    let others = |exchanged| {
        let settings = Settings { exchanged, share: 1_000, ..settings(2, 4) };
        let stop = AtomicBool::new(false);
        let found = play(&cards.0, &cards.1, &settings, 3..43, &stop, &|| ()).unwrap();
        let rows = found.positions.cards;
        let ids = rows.iter().map(|&card| meaning.cards[card as usize].as_str());
        let foreign = |id: &&str| {
            let card = definitions.iter().find(|card| card.id == *id);
            let kinds = [Kind::Unit, Kind::Event, Kind::Upgrade];
            card.is_some_and(|card| kinds.contains(&card.kind)) && !own.contains(id)
        };
        ids.filter(foreign).collect::<BTreeSet<&str>>().len()
    };
    assert_eq!(others(0), 0);
    assert!(others(12) > 2, "{}", others(12));
}

#[test]
fn a_run_that_is_stopped_keeps_whole_games() {
    let (catalogue, decks) = cards();
    let (stop, ended) = (AtomicBool::new(false), AtomicU64::new(0));
    let on_game = || {
        stop.store(true, Ordering::Relaxed);
        ended.fetch_add(1, Ordering::Relaxed);
    };
    let games = 0..1_000_000_000;
    let found = play(&catalogue, &decks, &settings(2, 3), games, &stop, &on_game);
    let Found { positions, games, .. } = found.unwrap();
    assert_eq!(games, ended.into_inner());
    assert!((1..=6).contains(&games), "{games}");
    assert_eq!(positions.outcomes.len(), positions.counts.len());
}

#[test]
fn what_cannot_be_played_is_told() {
    let (catalogue, decks) = cards();
    let stop = AtomicBool::new(false);
    let refused = |decks: &[Entry], settings: &Settings| {
        let found = play(&catalogue, decks, settings, 0..1, &stop, &|| ());
        found.unwrap_err().to_string()
    };
    assert!(refused(&[], &settings(1, 1)).contains("expected one deck or more"));
    assert!(refused(&decks, &settings(0, 1)).contains("0 threads; expected 1 to 1024"));
    assert!(refused(&decks, &settings(1, 0)).contains("0 tables"));
    let nobody = Settings { agents: vec![(Agent::RANDOM, 0)], ..settings(1, 1) };
    assert!(refused(&decks, &nobody).contains("nobody plays"));
    let hangar = Game::XWing.host().load(&BUILT_IN).unwrap();
    let agents = vec![(Agent::RANDOM, 1)];
    let settings = Settings { agents, ..settings(1, 1) };
    let found = play(&hangar, &[], &settings, 0..1, &stop, &|| ());
    let reason = found.unwrap_err().to_string();
    assert!(reason.contains("xwing has no observations"), "{reason}");
}

#[test]
fn a_net_of_ones_own_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.net");
    let own = path.to_str().unwrap();
    let net = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/cards/unlimited/player.net")).unwrap();
    fs::write(&path, &net).unwrap();
    let (catalogue, decks) = cards();
    let setups = Setups::pairs(decks, &[(0, 1)]);
    let digests = |name: &str| {
        let agents = [agent(name), Agent::RANDOM].into_iter().collect();
        let run = Run { games: 3, seed: 1, threads: 1, batch: 3, agents, rounds: None };
        let (mut digests, stop) = (Vec::new(), AtomicBool::new(false));
        let on_record = &mut |record: cardmill::record::GameRecord| digests.push(record.digest);
        batch::play(&catalogue, &setups, &run, setups.games(3), &stop, on_record).unwrap();
        digests
    };
    // The same net makes the same choices, whatever it is called.
    assert_eq!(digests(own), digests("player"));
    assert_ne!(digests("look"), digests("player"));
    let search = |net: &str| digests(&format!("ismcts:sims=4,leaf={net},worlds=2"));
    assert_eq!(search(own), search("player"));
    let missing = policy::agent(Game::Unlimited.host(), "ismcts:leaf=missing.net").unwrap_err();
    assert!(missing.starts_with("missing.net: cannot be read: "), "{missing}");
    assert_eq!(agent(&format!("{own}:worlds=3")).number("worlds"), 3);

    let refused = |text: &str| policy::agent(Game::Unlimited.host(), text).unwrap_err();
    let reason = refused(&format!("{own}:sims=3"));
    assert!(reason.contains("has no parameter \"sims\"; expected worlds, leaf"), "{reason}");
    fs::write(&path, &net[..net.len() / 2]).unwrap();
    let reason = refused(own);
    assert!(reason.contains("own.net: no net of Cardmill: "), "{reason}");
    fs::remove_file(&path).unwrap();
    assert!(refused(own).contains("own.net: cannot be read: "));
    let reason = policy::agent(Game::XWing.host(), own).unwrap_err();
    assert!(reason.ends_with("xwing has no observations as rows of numbers yet"), "{reason}");
}
