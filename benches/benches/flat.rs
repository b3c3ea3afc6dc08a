//! Decisions per second of the flat reference and of the engine on the same cards and decks, on one
//! thread, both playing at random, and the ratio of the two. Every line says which games were
//! played (the checksum, the digest), so that two builds can be compared.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use cardmill::batch::play;
use cardmill::entry::Entry;
use cardmill::host;
use cardmill::record::RunDigest;
use cardmill::setup::{Settings, Setups};
use cardmill_benches::speed::timed;
use cardmill_harness::agent::Agent;
use cardmill_oracle_unlimited::game::Game;
use cardmill_oracle_unlimited::random::{Dice, Random, deck, pool};
use cardmill_oracle_unlimited::shelf::Shelf;
use cardmill_oracle_unlimited::state::{List, State};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Decks, each of which meets each other one.
const DECKS: usize = 6;
/// Cards of a deck, and different ones among them.
const CARDS: (usize, usize) = (50, 20);
/// Games of each pair in one measurement.
const GAMES: u64 = 20;
/// Tables that share a World of the engine.
const BATCH: usize = 64;
/// The seed of everything.
const SEED: u64 = 7;

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..DECKS).flat_map(|a| (a + 1..DECKS).map(move |b| (a, b)))
}

fn random_deck(dice: &mut Dice) -> List {
    let pool = pool(dice, CARDS.1);
    deck(dice, CARDS.0, &pool)
}

/// Tables of the flat reference with nothing shuffled yet, one for each pair.
fn tables(lists: &[List]) -> Vec<State> {
    let mut nobody = Random::new(SEED);
    let mut table = |(a, b): (usize, usize)| Game::new([&lists[a], &lists[b]], &mut nobody).state;
    pairs().map(&mut table).collect()
}

/// Plays with the flat reference. Returns the decisions and the checksum.
fn flat(tables: &[State]) -> (u64, u64) {
    let mut players = Random::new(SEED);
    for table in tables {
        for _ in 0..GAMES {
            let mut game = Game::on(table.clone(), &mut players);
            // Whoever plays at random never leaves, so this is the end.
            let _ = game.play();
            black_box(game.state.outcome);
        }
    }
    (players.decisions, players.checksum)
}

/// Plays with the engine. Returns the decisions and the digest.
fn engine(catalogue: &host::Catalogue, setups: &Setups) -> (u64, RunDigest) {
    let agents = [Agent::RANDOM; 2].into_iter().collect();
    let settings =
        Settings { games: GAMES, seed: SEED, threads: 1, batch: BATCH, agents, rounds: None };
    let (mut decisions, mut digest) = (0, RunDigest::default());
    let stop = AtomicBool::new(false);
    play(catalogue, setups, &settings, setups.games(GAMES), &stop, &mut |record| {
        decisions += u64::from(record.decisions);
        digest.add(record.digest);
    })
    .expect("the engine is set up");
    (decisions, digest)
}

/// Decisions per second, the best of a few runs: whatever else the machine does only slows down.
fn speed(mut run: impl FnMut() -> u64) -> f64 {
    let once = |_| {
        let mut decisions = 0;
        let elapsed = timed(|| decisions = run());
        decisions as f64 / elapsed.as_secs_f64()
    };
    (0..10).map(once).fold(0.0, f64::max)
}

fn compare(c: &mut Criterion) {
    let shelf = Shelf::load();
    let mut dice = Dice::new(SEED);
    let lists: Vec<List> = (0..DECKS).map(|_| random_deck(&mut dice)).collect();
    let named = |(n, list)| shelf.deck(&format!("random {n}"), list);
    let decks: Vec<Deck> = lists.iter().enumerate().map(named).collect();
    let pairings: Vec<_> = pairs().map(|(a, b)| (a as u16, b as u16)).collect();
    let setups = Setups::pairs(Entry::all::<Tabletop>(decks), &pairings);
    let catalogue = Catalogue::new(&shelf.library.definitions).expect("the cards are in order");
    let catalogue = host::Catalogue::of::<Tabletop>(catalogue);
    let tables = tables(&lists);

    let (flat_decisions, checksum) = flat(&tables);
    let (engine_decisions, digest) = engine(&catalogue, &setups);
    let games = tables.len() as u64 * GAMES;
    println!("= flat: {games} games, {flat_decisions} decisions, checksum {checksum:016x}");
    println!("= engine: {games} games, {engine_decisions} decisions, digest {digest}");
    let fast = speed(|| flat(&tables).0);
    let slow = speed(|| engine(&catalogue, &setups).0);
    println!("= flat {fast:.0} decisions/s, engine {slow:.0}, ratio {:.3}", slow / fast);

    let mut group = c.benchmark_group("same cards");
    group.sample_size(10);
    group.throughput(Throughput::Elements(flat_decisions));
    group.bench_function("flat", |b| {
        b.iter(|| assert_eq!(flat(&tables).1, checksum, "the same games are played"));
    });
    group.throughput(Throughput::Elements(engine_decisions));
    group.bench_function("engine", |b| {
        b.iter(|| {
            let played = engine(&catalogue, &setups).1;
            assert_eq!(played.value(), digest.value(), "the same games are played");
        });
    });
    group.finish();
}

criterion_group!(benches, compare);
criterion_main!(benches);
