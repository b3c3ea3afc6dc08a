//! Shares of games that come in groups: those of one group have players and cards in common, so they say
//! less than as many games that have nothing to do with each other.
//!
//! A share is a ratio of two sums over groups, and its deviation that of the ratio, from how the groups
//! differ (linearised; Cochran, Sampling Techniques, 6.4). The interval of a proportion is Wilson's, of
//! as many games as would deviate so much (Korn and Graubard 1998).

use std::collections::BTreeMap;

use super::{Z, score_interval};

/// Groups of games from which on an interval is to be believed.
pub const LEAST: usize = 10;

/// Sums of something over parts of games, group by group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters(BTreeMap<u64, (i64, u64)>);

impl Clusters {
    /// Takes in so many halves of a point, of so many parts, of a group.
    pub fn add(&mut self, group: u64, halves: i64, parts: u64) {
        if parts > 0 {
            let (sum, number) = self.0.entry(group).or_default();
            *sum += halves;
            *number += parts;
        }
    }

    /// The number of parts, of all groups together.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.0.values().map(|(_, number)| number).sum()
    }

    /// The number of groups, each of which counts as one observation.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.0.len()
    }

    /// The mean of a part in points; none where there are no parts.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: i64 = self.0.values().map(|(sum, _)| sum).sum();
        (self.parts() > 0).then(|| sum as f64 / (2.0 * self.parts() as f64))
    }

    /// By how much each group moves the mean.
    fn pulls(&self) -> BTreeMap<u64, f64> {
        let (mean, parts) = (self.mean().unwrap_or_default(), self.parts().max(1) as f64);
        let pull = |(sum, number): (i64, u64)| (sum as f64 / 2.0 - mean * number as f64) / parts;
        self.0.iter().map(|(group, of)| (*group, pull(*of))).collect()
    }

    /// The 95 % interval of a mean that is a proportion; 0 to 1 without parts.
    #[must_use]
    pub fn proportion(&self) -> [f64; 2] {
        let Some(mean) = self.mean() else { return [0.0, 1.0] };
        let variance = variance(&self.pulls());
        let least = self.groups() as f64;
        let games = match self.groups() {
            1 => 1.0,
            // Where all groups are alike they say nothing of how they differ.
            _ if variance <= 0.0 => least,
            _ => (mean * (1.0 - mean) / variance).clamp(1.0, self.parts() as f64),
        };
        score_interval(mean, games)
    }

    /// The 95 % interval of the mean of a difference; none where one group or none has parts, or all are
    /// alike.
    #[must_use]
    pub fn difference(&self) -> Option<[f64; 2]> {
        around(self.mean()?, &self.pulls())
    }

    /// By how much its mean is above that of another, and the 95 % interval of that, where it is known; none
    /// where one of them has no parts.
    #[must_use]
    pub fn above(&self, other: &Self) -> Option<(f64, Option<[f64; 2]>)> {
        let above = self.mean()? - other.mean()?;
        let mut pulls = self.pulls();
        for (group, pull) in other.pulls() {
            *pulls.entry(group).or_default() -= pull;
        }
        Some((above, around(above, &pulls)))
    }
}

/// The variance of what groups move by so much.
fn variance(pulls: &BTreeMap<u64, f64>) -> f64 {
    let groups = pulls.len() as f64;
    pulls.values().map(|pull| pull * pull).sum::<f64>() * groups / (groups - 1.0).max(1.0)
}

/// The interval around a mean: Student's, of as many groups.
fn around(mean: f64, pulls: &BTreeMap<u64, f64>) -> Option<[f64; 2]> {
    let free = pulls.len().checked_sub(1).filter(|free| *free > 0)? as f64;
    // Groups that are all alike do not say how they differ.
    let variance = Some(variance(pulls)).filter(|variance| *variance > 0.0)?;
    let quantile = Z * (1.0 + (Z * Z + 1.0) / (4.0 * free));
    let reach = quantile * variance.sqrt();
    // No game is won by more than itself.
    Some([(mean - reach).max(-1.0), (mean + reach).min(1.0)])
}

#[cfg(test)]
mod tests {
    use cardmill_kernel::streams::{Purpose, below, generator};

    use super::*;

    #[test]
    fn parts_of_one_group_are_not_as_many_games() {
        let [mut apart, mut together] = [Clusters::default(), Clusters::default()];
        for game in 0..400 {
            let halves = if game % 2 == 0 { 2 } else { 0 };
            apart.add(game, halves, 1);
            together.add(game, 4 * halves, 4);
        }
        assert_eq!((apart.mean(), together.mean()), (Some(0.5), Some(0.5)));
        assert_eq!((apart.parts(), together.parts()), (400, 1_600));
        let width = |of: &Clusters| of.proportion()[1] - of.proportion()[0];
        assert!((width(&apart) - width(&together)).abs() < 1e-9);
        let mut alone = Clusters::default();
        alone.add(0, 400, 200);
        assert!(alone.proportion()[0] < 0.3, "a group of two hundred games is one group");
        assert_eq!((alone.difference(), Clusters::default().proportion()), (None, [0.0, 1.0]));
    }

    #[test]
    fn nineteen_intervals_of_twenty_hold_the_truth() {
        let mut held = [0; 3];
        for run in 0..1_000 {
            let mut rng = generator(5, run, Purpose::Shared);
            let [mut one, mut other] = [Clusters::default(), Clusters::default()];
            for group in 0..30 {
                // What a group has in common: it wins 30 or 70 of a hundred.
                let common = 30 + 40 * below(&mut rng, 2);
                for _ in 0..=below(&mut rng, 8) {
                    one.add(group, 2 * i64::from(below(&mut rng, 100) < common), 1);
                    other.add(group, 2 * i64::from(below(&mut rng, 100) < common), 1);
                }
            }
            let holds =
                |[low, high]: [f64; 2], truth: f64| u32::from(low <= truth && truth <= high);
            held[0] += holds(one.proportion(), 0.5);
            held[1] += holds(one.difference().expect("there are groups"), 0.5);
            let (_, interval) = one.above(&other).expect("both have parts");
            held[2] += holds(interval.expect("there are groups"), 0.0);
        }
        assert!(held.iter().all(|held| (920..=980).contains(held)), "{held:?}");
    }
}
