//! Measuring, and the lines that say what was measured.
//!
//! Criterion prints times; beside each a line that begins with `=` says what they mean: decisions
//! and games a second, the median of the samples, and the digest of what was played.

use core::fmt::Display;
use core::time::Duration;

use cardmill::output::figure::grouped;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion};

use crate::matrix::Played;

/// A group of short measurements of few samples, so that all of them take minutes.
pub fn group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    group.warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_secs(1));
    group
}

/// Measures the time that something takes.
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
pub fn timed(run: impl FnOnce()) -> Duration {
    let start = std::time::Instant::now();
    run();
    start.elapsed()
}

/// Measures `run`. Before each time `prepare` is called, which is not measured. Returns the
/// median in seconds, or nothing when the command line leaves this measurement out.
pub fn measure<S>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: BenchmarkId,
    state: &mut S,
    mut prepare: impl FnMut(&mut S),
    mut run: impl FnMut(&mut S),
) -> Option<f64> {
    let mut samples = Vec::new();
    group.bench_function(id, |b| {
        b.iter_custom(|times| {
            let mut elapsed = Duration::ZERO;
            for _ in 0..times {
                prepare(state);
                elapsed += timed(|| run(state));
            }
            samples.push(elapsed.as_secs_f64() / times as f64);
            elapsed
        });
    });
    median(samples)
}

/// The sample in the middle; none of none.
#[must_use]
pub fn median(mut samples: Vec<f64>) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied()
}

/// Measures a run of games, which must be the same games every time, and prints the line. Returns
/// decisions per second.
///
/// # Panics
/// If other games are played.
pub fn measure_games(
    group: &mut BenchmarkGroup<'_, WallTime>,
    (name, value): (&str, impl Display),
    play: impl Fn() -> Played,
) -> Option<f64> {
    let title = format!("{name} {value}");
    let mut first: Option<Played> = None;
    let play = |first: &mut Option<Played>| {
        let played = play();
        let expected = first.get_or_insert_with(|| played.clone());
        assert_eq!(played.digest.value(), expected.digest.value(), "the same games are played");
    };
    let id = BenchmarkId::new(name, value);
    let seconds = measure(group, id, &mut first, |_| {}, play)?;
    let played = first?;
    print_games(&title, &played, seconds);
    Some(played.decisions as f64 / seconds)
}

/// Prints how fast games were played.
pub fn print_games(title: &str, played: &Played, seconds: f64) {
    let per_second = |count: u64| grouped((count as f64 / seconds) as u64);
    println!(
        "= {title:<24} {:>10} decisions/s {:>8} games/s; {} games, {} decisions, digest {}",
        per_second(played.decisions),
        per_second(played.games),
        grouped(played.games),
        grouped(played.decisions),
        played.digest,
    );
}

/// Prints how long one of something takes, and how many of them fit in a second.
pub fn print_each(title: &str, seconds: f64, digest: u64) {
    println!(
        "= {title:<24} {:>12.0} ns {:>12}/s; digest {digest:016x}",
        seconds * 1e9,
        grouped((1.0 / seconds) as u64),
    );
}
