//! Evidence by differences, at whatever moment one looks: e-values, and intervals that hold always.
//!
//! One who bets at every pair on the side of a hypothesis that he doubts cannot expect to win if it
//! is true: the chance that his stake ever grows to 1/α is at most α (Ville). Bets are fixed
//! fractions of what he has, a mixture of many: so what he has depends on counts alone, nothing is
//! assumed but that differences have bounds, and a whole round of unlike setups is bet on fairly
//! together. (Hedged grid Kelly: Waudby-Smith and Ramdas, Journal of the Royal Statistical Society
//! B 86 (2024), section 4 and appendix; of signs alone, with bets spread evenly, it is Robbins'
//! beta-binomial mixture. docs/method/statistics.md has the formulas.)

use std::sync::LazyLock;

/// Differences between two arms on the same deals, whole numbers of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The number of pairs with each difference, from the least to the greatest.
    counts: Vec<u64>,
}

impl Differences {
    /// None yet; they will lie between minus and plus so many units, of which each is an equal part
    /// of 1.
    #[must_use]
    pub fn new(units: u16) -> Self {
        Self { counts: vec![0; 2 * usize::from(units) + 1] }
    }

    /// Takes in the next.
    ///
    /// # Panics
    ///
    /// When it is beyond the bounds.
    pub fn add(&mut self, units: i32) {
        self.add_times(units, 1);
    }

    /// Takes in so many that are alike.
    ///
    /// # Panics
    ///
    /// When they are beyond the bounds.
    pub fn add_times(&mut self, units: i32, times: u64) {
        let place = units + self.units();
        self.counts[usize::try_from(place).expect("a difference within its bounds")] += times;
    }

    /// Takes in others.
    ///
    /// # Panics
    ///
    /// When they have other units.
    pub fn merge(&mut self, others: &Self) {
        assert_eq!(self.units(), others.units(), "differences in the same units");
        for (count, more) in self.counts.iter_mut().zip(&others.counts) {
            *count += more;
        }
    }

    fn units(&self) -> i32 {
        (self.counts.len() / 2) as i32
    }

    /// Each value from −1 to 1 with its count.
    fn values(&self) -> impl Iterator<Item = (f64, u64)> {
        let units = self.units();
        let value = move |place| f64::from(place - units) / f64::from(units);
        (0..).map(value).zip(self.counts.iter().copied())
    }

    /// The number of pairs, those without a difference included.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of pairs whose difference is not zero.
    #[must_use]
    pub fn differing(&self) -> u64 {
        self.pairs() - self.counts[self.counts.len() / 2]
    }

    /// The number of pairs whose difference is greater than zero.
    #[must_use]
    pub fn up(&self) -> u64 {
        self.counts[self.counts.len() / 2 + 1..].iter().sum()
    }

    /// Their mean, −1 to 1; 0 of none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.values().map(|(value, count)| value * count as f64).sum::<f64>() / self.size()
    }

    /// Their variance, 0 of none.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |(value, count): (f64, u64)| (value - mean).powi(2) * count as f64;
        self.values().map(square).sum::<f64>() / self.size()
    }

    fn size(&self) -> f64 {
        self.pairs().max(1) as f64
    }

    /// The natural logarithm of the e-value against the hypothesis that their mean is `mean`, above
    /// −1 and below 1. An e-value of 20 or more has at most one chance in 20 if that is so,
    /// whenever and however often it is looked at.
    #[must_use]
    pub fn evidence(&self, mean: f64) -> f64 {
        self.staked(mean, &BETS)
    }

    fn staked(&self, mean: f64, bets: &[Bet]) -> f64 {
        let drawn = || self.values().filter(|(_, count)| *count > 0);
        let stake = |bet: &Bet, side: f64| {
            let share = side * bet.share / (1.0 + side * mean);
            let won = drawn().map(|(value, count)| count as f64 * (share * (value - mean)).ln_1p());
            bet.weight.ln() + won.sum::<f64>()
        };
        let stakes = bets.iter().flat_map(|bet| [stake(bet, 1.0), stake(bet, -1.0)]);
        let stakes: Vec<f64> = stakes.collect();
        let most = stakes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + (stakes.iter().map(|stake| (stake - most).exp()).sum::<f64>() / 2.0).ln()
    }

    /// The interval that covers the true mean with at least this chance at all moments together:
    /// every mean against which the e-value is small.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> [f64; 2] {
        let enough = -(1.0 - confidence).ln();
        // The e-value is convex in the mean, and at most 1 in the middle.
        let end = |mut out: f64| {
            let mut within = self.mean();
            for _ in 0..HALVINGS {
                let middle = (out + within) / 2.0;
                *(if self.evidence(middle) >= enough { &mut out } else { &mut within }) = middle;
            }
            out
        };
        [end(-1.0), end(1.0)]
    }
}

/// Halvings after which the end of an interval is known to a millionth.
const HALVINGS: usize = 21;

/// A fraction of what can be lost, and how much of the stake is bet in this way.
struct Bet {
    share: f64,
    weight: f64,
}

/// The number of fractions whose bets are mixed.
const MIXED: u32 = 64;
/// The smallest and the greatest fraction.
const LEAST: f64 = 0.001;
const MOST: f64 = 0.995;
/// Fractions above this have equal weight by their ratio, those below by their difference.
const SMALL: f64 = 0.05;

/// The best fraction is the mean over the variance: 0.05 to 0.7 for edits of one card. So bets are
/// spread by ratio, which costs about 5 % in width against a bet that was tuned beforehand.
static BETS: LazyLock<Vec<Bet>> = LazyLock::new(|| spread(|share| 1.0 / (share + SMALL)));

fn spread(density: impl Fn(f64) -> f64) -> Vec<Bet> {
    let end = |n: u32| LEAST * (MOST / LEAST).powf(f64::from(n) / f64::from(MIXED));
    let mut bets: Vec<Bet> = (0..MIXED)
        .map(|n| {
            let (low, high) = (end(n), end(n + 1));
            let share = (low * high).sqrt();
            Bet { share, weight: density(share) * (high - low) }
        })
        .collect();
    let all: f64 = bets.iter().map(|bet| bet.weight).sum();
    bets.iter_mut().for_each(|bet| bet.weight /= all);
    bets
}

#[cfg(test)]
mod tests;
