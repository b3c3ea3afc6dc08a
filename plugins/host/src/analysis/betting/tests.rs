//! Against values of `SciPy`, and how often the guarantees fail.

use cardmill_kernel::streams::{Purpose, below, generator};

use super::*;

fn of(counts: [u64; 5]) -> Differences {
    Differences { counts: counts.into() }
}

fn rows<const N: usize>(text: &str) -> Vec<[f64; N]> {
    let row = |line: &str| {
        let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        numbers.try_into().unwrap()
    };
    text.lines().skip(1).map(row).collect()
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, expected {expected}");
}

/// `golden/make.py` wrote the file with `SciPy`.
#[test]
fn evidence_and_intervals_are_those_of_scipy() {
    for row in rows::<10>(include_str!("../golden/betting.csv")) {
        let sample = of([0, 1, 2, 3, 4].map(|place| row[place] as u64));
        let [mean, evidence, continuous, low, high] = [5, 6, 7, 8, 9].map(|place| row[place]);
        close(sample.evidence(mean), evidence, 1e-6 * evidence.abs().max(1.0));
        // The sum over bets stands for an integral; beyond any doubt it need not be exact.
        if evidence < 10.0 {
            close(evidence, continuous, 0.01);
        }
        let [found_low, found_high] = sample.interval(0.95);
        close(found_low, low, 2e-6);
        close(found_high, high, 2e-6);
    }
}

/// Of differences of one game each, bets that are spread evenly are Robbins' beta-binomial mixture:
/// values of `scipy.special.betaln`.
#[test]
fn of_signs_it_is_the_beta_binomial_mixture() {
    for [down, up, evidence] in rows(include_str!("../golden/signs.csv")) {
        let sample = of([down as u64, 0, 1_000, 0, up as u64]);
        close(sample.staked(0.0, &spread(|_| 1.0)), evidence, 0.02 * evidence.abs().max(1.0));
    }
}

#[test]
fn an_interval_holds_the_means_without_evidence_against_them() {
    let sample = of([161, 0, 3_227, 0, 112]);
    let [low, high] = sample.interval(0.95);
    assert!(low < sample.mean() && sample.mean() < high);
    let enough = 20_f64.ln();
    for (mean, outside) in [(low - 1e-5, true), (low + 1e-5, false), (high + 1e-5, true)] {
        assert_eq!(sample.evidence(mean) >= enough, outside);
    }
    assert_eq!(Differences::new(2).interval(0.95).map(f64::round), [-1.0, 1.0]);
    let mirrored = of([112, 0, 3_227, 0, 161]).interval(0.95);
    close(mirrored[0], -high, 1e-9);
}

#[test]
fn counts_are_told() {
    let mut sample = Differences::new(2);
    for units in [2, 2, -2, 0, 0, 0, 1, 0] {
        sample.add(units);
    }
    assert_eq!((sample.pairs(), sample.differing(), sample.up()), (8, 4, 3));
    close(sample.mean(), 1.5 / 8.0, 1e-12);
    close(sample.variance(), 3.25 / 8.0 - (1.5_f64 / 8.0).powi(2), 1e-12);
}

/// Pairs that differ with a probability, and how the difference leans: the effects of the pilots.
const EFFECTS: [(f64, f64); 5] =
    [(0.111, -0.0756), (0.078, -0.0144), (0.047, 0.0232), (0.005, -0.0012), (0.3, 0.0)];

/// The number of experiments, of so many, that ever exclude the true mean, looking so often.
fn misses(experiments: u64, looks: u64, (differ, mean): (f64, f64)) -> u64 {
    let [down, up] = [(differ - mean) / 2.0, (differ + mean) / 2.0];
    let enough = 20_f64.ln();
    let missed = |seed: u64| {
        let mut rng = generator(seed, 0, Purpose::Shared);
        let mut counts = [0; 5];
        (0..looks).any(|_| {
            for _ in 0..250 {
                let drawn = below(&mut rng, 1_000_000) as f64 / 1e6;
                counts[if drawn < down {
                    0
                } else if drawn < down + up {
                    4
                } else {
                    2
                }] += 1;
            }
            of(counts).evidence(mean) >= enough
        })
    };
    (0..experiments).filter(|seed| missed(*seed)).count() as u64
}

#[test]
fn intervals_cover_at_all_looks_together() {
    for effect in EFFECTS {
        let missed = misses(1_000, 10, effect);
        assert!(missed <= 50, "{effect:?}: {missed} of 1000 are missed");
    }
}
