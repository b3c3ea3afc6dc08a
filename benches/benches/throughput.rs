//! Decisions and games a second of whole runs over the six real decks: by batch size, by threads,
//! by pair of decks, and by agent. Every line says which games were played (the digest), so that
//! two builds can be compared.

use cardmill_benches::matrix::Matrix;
use cardmill_benches::speed::{group, measure_games};
use cardmill_harness::agent::Agent;
use cardmill_harness::play::Play;
use cardmill_unlimited::driver::Tabletop;
use criterion::{Criterion, criterion_group, criterion_main};

/// Games of each of the 15 pairs where nothing else is said.
const GAMES: u64 = 40;
/// The batch size where nothing else is said.
const BATCH: usize = 64;

/// A World must be dealt more games than it has tables, or the figure shows how runs end.
fn by_batch_size(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut group = group(c, "batch size");
    for batch in [1, 4, 16, 32, 64, 128, 256, 512, 1024, 4096] {
        let games = GAMES.max(2 * batch as u64 / matrix.pairings.len() as u64);
        measure_games(&mut group, ("batch", batch), || matrix.run(Agent::RANDOM, games, 1, batch));
    }
    group.finish();
}

fn by_threads(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut group = group(c, "number of threads");
    let speeds = [1, 2].map(|threads| {
        let play = || matrix.run(Agent::RANDOM, 3 * GAMES, threads, BATCH);
        measure_games(&mut group, ("threads", threads), play)
    });
    if let [Some(one), Some(two)] = speeds {
        println!("= two threads play {:.2} times as fast as one", two / one);
    }
    group.finish();
}

fn by_pair(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut group = group(c, "pair of decks");
    for &pair in &matrix.pairings {
        let [a, b] = [pair.0, pair.1].map(|deck| &matrix.names[usize::from(deck)]);
        let play = || matrix.run_pairs(&[pair], Agent::RANDOM, 3 * GAMES, 1, BATCH);
        measure_games(&mut group, ("pair", format!("{a}-{b}")), play);
    }
    group.finish();
}

fn by_agent(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut group = group(c, "agent");
    for &agent in Tabletop::AGENTS {
        let play = || matrix.run(agent, GAMES, 1, BATCH);
        measure_games(&mut group, ("agent", agent), play);
    }
    group.finish();
}

criterion_group!(benches, by_batch_size, by_threads, by_pair, by_agent);
criterion_main!(benches);
