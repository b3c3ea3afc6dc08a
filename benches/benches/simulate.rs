//! Decisions per second of whole games over the matrix of the six real decks, on one thread: by
//! batch size with random agents, and with greedy ones. Every line says which games were played
//! (the digest), so that two builds can be compared.

use cardmill::agents::Agent;
use cardmill_benches::Matrix;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Games of each of the 15 pairs in one measurement.
const GAMES: u64 = 20;

fn simulate(c: &mut Criterion) {
    let matrix = Matrix::load();
    for agent in Agent::ALL {
        let mut group = c.benchmark_group(agent.name());
        group.sample_size(10);
        let (decisions, digest) = matrix.run(agent, GAMES, 1, 64);
        println!("{agent}: {decisions} decisions, digest {digest}");
        group.throughput(Throughput::Elements(decisions));
        for batch in [1, 16, 64, 128, 256, 1024] {
            group.bench_with_input(BenchmarkId::new("batch", batch), &batch, |b, &batch| {
                b.iter(|| {
                    let (_, played) = matrix.run(agent, GAMES, 1, batch);
                    assert_eq!(played.value(), digest.value(), "the same games are played");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, simulate);
criterion_main!(benches);
