//! What would be played by those who choose best: the mix of decks that no deck beats.

use cardmill_kernel::streams::{Purpose, below, generator};

/// The mix that no entry beats, of a matrix of shares won by rows against columns: it adds up to 1.
///
/// The greatest value that a mix can be sure of, by the simplex method on a table (Dantzig; with
/// Bland's rule it ends). Measured shares have one such mix alone; where there are several, one of
/// them is found.
///
/// # Panics
///
/// When the matrix is not square, or a share is below 0.
#[must_use]
pub fn mix(shares: &[Vec<f64>]) -> Vec<f64> {
    let size = shares.len();
    assert!(shares.iter().all(|row| row.len() == size && row.iter().all(|share| *share >= 0.0)));
    // A column's player holds the rows' to 1 with as little as can be: maximise Σx where P x ≤ 1,
    // and the prices of the rows are the mix. 1 more in every cell changes no mix.
    let width = 2 * size + 1;
    let mut table: Vec<Vec<f64>> = (0..=size).map(|_| vec![0.0; width]).collect();
    for (row, shares) in shares.iter().enumerate() {
        for (column, share) in shares.iter().enumerate() {
            table[row][column] = share + 1.0;
        }
        table[row][size + row] = 1.0;
        table[row][width - 1] = 1.0;
    }
    table[size][..size].fill(-1.0);
    while let Some(column) = (0..width - 1).find(|&column| table[size][column] < -TINY) {
        let limit = |&row: &usize| table[row][width - 1] / table[row][column];
        let leaves = (0..size).filter(|&row| table[row][column] > TINY);
        let pivot = leaves.min_by(|one, other| limit(one).total_cmp(&limit(other)));
        let pivot = pivot.expect("every share is above 0");
        let by = table[pivot][column];
        table[pivot].iter_mut().for_each(|cell| *cell /= by);
        let pivoted = table[pivot].clone();
        for (row, cells) in table.iter_mut().enumerate() {
            let times = cells[column];
            if row != pivot && times != 0.0 {
                cells.iter_mut().zip(&pivoted).for_each(|(cell, by)| *cell -= times * by);
            }
        }
    }
    let prices: Vec<f64> = table[size][size..2 * size].iter().map(|price| price.max(0.0)).collect();
    let all: f64 = prices.iter().sum();
    prices.into_iter().map(|price| price / all).collect()
}

/// Below this a number of the simplex method is rounding.
const TINY: f64 = 1e-11;

/// The part of an entry in the mix, as far as the games that were played can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    /// On average.
    pub mean: f64,
    /// From the least to the greatest of nine tenths.
    pub interval: [f64; 2],
    /// How often it has a part at all.
    pub in_mix: f64,
}

/// A share as it was measured, draws counting half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// From 0 to 1.
    pub rate: f64,
    /// Games that it was measured in.
    pub games: u64,
}

/// How many matrices are drawn.
const DRAWN: usize = 1_000;

/// The parts of all entries: of mixes for matrices that are drawn around the shares that were
/// measured, each cell by its own error. Cells without games are even.
#[must_use]
pub fn parts(matrix: &[Vec<Option<Measured>>], seed: u64) -> Vec<Part> {
    let size = matrix.len();
    let mut rng = generator(seed, 0, Purpose::Shared);
    let mut normal = || {
        // The sum of twelve even draws is near enough: nobody asks for its far ends.
        (0..12).map(|_| below(&mut rng, 1 << 24) as f64 / f64::from(1 << 24)).sum::<f64>() - 6.0
    };
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); size];
    for _ in 0..DRAWN {
        let mut shares = vec![vec![0.5; size]; size];
        for a in 0..size {
            for b in a + 1..size {
                let Some(share) = matrix[a][b] else { continue };
                let games = share.games as f64 + 1.0;
                let rate = (share.rate * share.games as f64 + 0.5) / games;
                let found = rate + normal() * (rate * (1.0 - rate) / games).sqrt();
                shares[a][b] = found.clamp(0.0, 1.0);
                shares[b][a] = 1.0 - shares[a][b];
            }
        }
        for (drawn, part) in drawn.iter_mut().zip(mix(&shares)) {
            drawn.push(part);
        }
    }
    let part = |mut drawn: Vec<f64>| {
        drawn.sort_by(f64::total_cmp);
        let at = |share: f64| drawn[((DRAWN - 1) as f64 * share).round() as usize];
        Part {
            mean: drawn.iter().sum::<f64>() / DRAWN as f64,
            interval: [at(0.05), at(0.95)],
            in_mix: drawn.iter().filter(|part| **part > 1e-9).count() as f64 / DRAWN as f64,
        }
    };
    drawn.into_iter().map(part).collect()
}

/// How many entries a mix is like: e to the power of its entropy.
#[must_use]
pub fn effective(mix: &[f64]) -> f64 {
    let entropy = mix.iter().filter(|part| **part > 0.0).map(|part| -part * part.ln());
    entropy.sum::<f64>().exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-8, "{found}, expected {expected}");
        }
    }

    #[test]
    fn three_that_beat_each_other_in_a_circle_are_played_alike() {
        let circle = [[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]].map(Vec::from);
        close(&mix(&circle), &[1.0 / 3.0; 3]);
        assert!((effective(&mix(&circle)) - 3.0).abs() < 1e-8);
    }

    #[test]
    fn what_is_beaten_by_all_is_not_played() {
        let rows = [[0.5, 0.7, 0.9], [0.3, 0.5, 0.6], [0.1, 0.4, 0.5]].map(Vec::from);
        close(&mix(&rows), &[1.0, 0.0, 0.0]);
    }

    /// `golden/make.py` solved them with `scipy.optimize.linprog`.
    #[test]
    fn mixes_are_those_of_scipy() {
        for line in include_str!("golden/mixes.csv").lines().skip(1) {
            let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let size = numbers[0] as usize;
            let (shares, expected) = numbers[1..].split_at(size * size);
            let shares: Vec<Vec<f64>> = shares.chunks(size).map(<[f64]>::to_vec).collect();
            close(&mix(&shares), expected);
        }
    }

    /// Three that beat each other in a circle, 400 games of a pairing: their parts are thirds.
    #[test]
    fn intervals_of_parts_cover_nine_times_in_ten() {
        let covered = (0..200).map(|seed| {
            let mut rng = generator(seed, 1, Purpose::Shared);
            let mut share = || {
                let wins = (0..400).filter(|_| below(&mut rng, 100) < 60).count();
                Measured { rate: wins as f64 / 400.0, games: 400 }
            };
            let of = |share: Measured| Measured { rate: 1.0 - share.rate, ..share };
            let [a, b, c] = [share(), share(), share()];
            let rows = [[None, Some(a), Some(of(c))], [Some(of(a)), None, Some(b)]];
            let last = [Some(c), Some(of(b)), None];
            let matrix: Vec<Vec<_>> = rows.iter().chain([&last]).map(|row| row.to_vec()).collect();
            let covers = |part: &Part| {
                let [low, high] = part.interval;
                (low..=high).contains(&(1.0 / 3.0))
            };
            parts(&matrix, seed).iter().filter(|part| covers(part)).count()
        });
        let covered: usize = covered.sum();
        assert!((522..=582).contains(&covered), "{covered} of 600");
    }

    #[test]
    fn few_games_leave_it_open_and_many_do_not() {
        let matrix = |games: u64| {
            let share = |rate| Some(Measured { rate, games });
            vec![vec![None, share(0.55)], vec![share(0.45), None]]
        };
        let [first, second] = parts(&matrix(40), 1)[..] else { panic!("two entries") };
        assert!(first.mean < 0.95 && second.in_mix > 0.05, "{first:?} {second:?}");
        let [first, second] = parts(&matrix(4_000), 1)[..] else { panic!("two entries") };
        assert_eq!((first.mean, first.interval, second.in_mix), (1.0, [1.0, 1.0], 0.0));
    }
}
