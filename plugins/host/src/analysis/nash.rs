//! The mix of decks that no deck beats, which those would play who choose best.

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
    solved(shares, None)
}

/// The mix that is beaten least, of those in which no entry has more than a part, and by how much more
/// than half of its games the best entry against it wins: 0 where none beats it.
///
/// # Panics
///
/// When the matrix is not square, a share is below 0, or the parts of all entries cannot add up to 1.
#[must_use]
pub fn spread(shares: &[Vec<f64>], most: f64) -> (Vec<f64>, f64) {
    let size = shares.len();
    assert!(most * size as f64 >= 1.0 - TINY, "parts add up to 1");
    let parts = solved(shares, Some(most));
    let against = |column: usize| -> f64 {
        parts.iter().zip(shares).map(|(part, row)| part * row[column]).sum()
    };
    let worst = (0..size).map(against).fold(f64::INFINITY, f64::min);
    (parts, (0.5 - worst).max(0.0))
}

/// The mix that can be sure of most, of those in which no entry has more than `most`.
fn solved(shares: &[Vec<f64>], most: Option<f64>) -> Vec<f64> {
    let size = shares.len();
    assert!(shares.iter().all(|row| row.len() == size && row.iter().all(|share| *share >= 0.0)));
    // A column's player holds the rows' to 1 with as little as can be: maximise Σx where P x ≤ 1,
    // and the prices of the rows are the mix. 1 more in every cell changes no mix. That no row has
    // more than a part of them all is a column for each row, which is worth nothing.
    let bounds = if most.is_some() { size } else { 0 };
    let width = 2 * size + bounds + 1;
    let mut table: Vec<Vec<f64>> = (0..=size).map(|_| vec![0.0; width]).collect();
    for (row, shares) in shares.iter().enumerate() {
        for (column, share) in shares.iter().enumerate() {
            table[row][column] = share + 1.0;
        }
        table[row][size + row] = 1.0;
        for bound in 0..bounds {
            table[row][2 * size + bound] = most.unwrap_or(1.0) - f64::from(u8::from(bound == row));
        }
        table[row][width - 1] = 1.0;
    }
    table[size][..size].fill(-1.0);
    while let Some(column) = (0..width - 1).find(|&column| table[size][column] < -TINY) {
        let limit = |&row: &usize| table[row][width - 1] / table[row][column];
        let leaves = (0..size).filter(|&row| table[row][column] > TINY);
        let pivot = leaves.min_by(|one, other| limit(one).total_cmp(&limit(other)));
        let pivot = pivot.expect("every share is above 0, and parts can add up to 1");
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
    /// The mean part of the entry in the mixes, 0 to 1.
    pub mean: f64,
    /// From the least to the greatest of nine tenths.
    pub interval: [f64; 2],
    /// The share of the mixes in which the entry has a part at all, 0 to 1.
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

/// The number of matrices that are drawn around the measured one.
const DRAWN: usize = 1_000;

/// The parts of all entries: of mixes for matrices that are drawn around the shares that were
/// measured, each cell by its own error. Cells without games are even.
#[must_use]
pub fn parts(matrix: &[Vec<Option<Measured>>], seed: u64) -> Vec<Part> {
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); matrix.len()];
    drawn(matrix, seed, &mut |shares| {
        for (found, part) in found.iter_mut().zip(mix(shares)) {
            found.push(part);
        }
    });
    let part = |found: Vec<f64>| Part {
        mean: found.iter().sum::<f64>() / DRAWN as f64,
        in_mix: found.iter().filter(|part| **part > 1e-9).count() as f64 / DRAWN as f64,
        interval: nine_tenths(found),
    };
    found.into_iter().map(part).collect()
}

/// By how much the mix is beaten in which no entry has more than `most`, as far as the games can tell: nine
/// tenths of what [`spread`] says of matrices that are drawn as those of [`parts`].
///
/// # Panics
///
/// As [`spread`].
#[must_use]
pub fn spreads(matrix: &[Vec<Option<Measured>>], most: f64, seed: u64) -> [f64; 2] {
    let mut found = Vec::new();
    drawn(matrix, seed, &mut |shares| found.push(spread(shares, most).1));
    nine_tenths(found)
}

/// From the least to the greatest of nine tenths.
fn nine_tenths(mut found: Vec<f64>) -> [f64; 2] {
    found.sort_by(f64::total_cmp);
    [0.05, 0.95].map(|share| found[((found.len() - 1) as f64 * share).round() as usize])
}

/// Draws matrices around the shares that were measured.
fn drawn(matrix: &[Vec<Option<Measured>>], seed: u64, on_matrix: &mut dyn FnMut(&[Vec<f64>])) {
    let size = matrix.len();
    let mut rng = generator(seed, 0, Purpose::Shared);
    let mut normal = || {
        // The sum of twelve even draws is near enough: nobody asks for its far ends.
        (0..12).map(|_| below(&mut rng, 1 << 24) as f64 / f64::from(1 << 24)).sum::<f64>() - 6.0
    };
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
        on_matrix(&shares);
    }
}

/// Shares as they were measured, by the places of rows and columns; half where nothing was.
#[must_use]
pub fn rates(matrix: &[Vec<Option<Measured>>]) -> Vec<Vec<f64>> {
    let rate = |cell: &Option<Measured>| cell.map_or(0.5, |found| found.rate);
    matrix.iter().map(|row| row.iter().map(rate).collect()).collect()
}

/// The number of equally played entries that a mix is like: e to the power of its entropy.
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

    #[test]
    fn a_mix_in_which_none_is_played_too_much_is_beaten_by_what_is_left_out() {
        // The first beats all: whoever plays it in half of the games alone loses to it otherwise.
        let rows = [[0.5, 0.7, 0.9], [0.3, 0.5, 0.6], [0.1, 0.4, 0.5]].map(Vec::from);
        let (parts, beaten) = spread(&rows, 0.5);
        close(&parts, &[0.5, 0.5, 0.0]);
        assert!((beaten - 0.1).abs() < 1e-8, "{beaten}");
        let (parts, beaten) = spread(&rows, 1.0);
        close(&parts, &[1.0, 0.0, 0.0]);
        assert!(beaten.abs() < 1e-8, "{beaten}");
        // Thirds are all that there is of three.
        let circle = [[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]].map(Vec::from);
        for most in [1.0 / 3.0, 0.4, 0.9] {
            let (parts, beaten) = spread(&circle, most);
            close(&parts, &[1.0 / 3.0; 3]);
            assert!(beaten.abs() < 1e-8, "{beaten}");
        }
        let measured = |rate| Some(Measured { rate, games: 1_000_000 });
        let matrix: Vec<Vec<_>> =
            rows.iter().map(|row| row.iter().map(|rate| measured(*rate)).collect()).collect();
        let [low, high] = spreads(&matrix, 0.5, 1);
        assert!(0.098 < low && low < 0.1 && 0.1 < high && high < 0.102, "{low} {high}");
    }

    /// No other mix with parts so small is beaten less.
    #[test]
    fn no_mix_of_a_grid_is_beaten_less() {
        let mut rng = generator(5, 1, Purpose::Shared);
        for _ in 0..50 {
            let mut shares = vec![vec![0.5; 3]; 3];
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                shares[a][b] = below(&mut rng, 101) as f64 / 100.0;
                shares[b][a] = 1.0 - shares[a][b];
            }
            let (parts, beaten) = spread(&shares, 0.45);
            assert!(parts.iter().all(|part| *part <= 0.45 + 1e-9), "{parts:?}");
            assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for a in 0..=45 {
                for b in 55 - a..=45 {
                    let grid = [a, b, 100 - a - b].map(|part| f64::from(part) / 100.0);
                    let against =
                        |at: usize| -> f64 { (0..3).map(|row| grid[row] * shares[row][at]).sum() };
                    let worst = (0..3).map(against).fold(1.0, f64::min);
                    assert!(0.5 - worst >= beaten - 1e-9, "{shares:?} {grid:?}");
                }
            }
        }
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
