//! Agents rated by what they win of each other, two at a time, on the same deals.
//!
//! Each two of them play a deal twice, with seats exchanged; what the one wins of both games is one
//! observation, a whole number of quarters. Ratings are the strengths of Bradley and Terry's model
//! that make the games the likeliest, found by steps that never make them less likely (Hunter, "MM
//! algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004), in Elo points.
//! A draw is half a win. Each two are taken to have drawn one game more, so that who wins all of them
//! has a rating.
//!
//! Intervals are of a bootstrap over deals, with all pairs of agents on a deal together. Two deals are
//! added to what it draws from: one that each two shared, and one in which chance says who won both
//! games. So a share of 100 % isn't taken for certain (the pseudo-observations of Agresti and Min,
//! "Simple improved confidence intervals for comparing matched proportions", Statistics in Medicine
//! 24, 2005).

use cardmill_kernel::streams::{Purpose, below, generator};
use serde::Serialize;

use super::interval;

/// Samples of the bootstrap.
pub const SAMPLES: usize = 1_000;

/// Games of each two agents beside those that were played, each drawn.
const DRAWN: f64 = 1.0;

/// Observations that are drawn one by one; when there are more, neighbours go together.
const MOST: usize = 8_192;

/// Steps after which a rating is near enough, whatever is left.
const STEPS: usize = 10_000;

/// Quarters of a deal: what there is to win in two games.
pub const QUARTERS: u32 = 4;

/// The quarters that one of two agents has won of the other, and the deals that they played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    quarters: u64,
    deals: u64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.quarters += other.quarters;
        self.deals += other.deals;
    }

    /// The share that it won; half of it without deals.
    fn share(self) -> f64 {
        let all = self.deals * u64::from(QUARTERS);
        if all == 0 { 0.5 } else { self.quarters as f64 / all as f64 }
    }

    /// Games won and lost.
    fn games(self) -> [f64; 2] {
        let won = self.quarters as f64 / 2.0;
        [won, 2.0 * self.deals as f64 - won]
    }
}

/// The results of deals, pair of agents by pair of agents.
#[derive(Clone, Debug)]
pub struct Deals {
    /// Agents by their places, each two once.
    pub pairs: Vec<[usize; 2]>,
    /// Deals that were taken in.
    pub deals: u64,
    /// The deals, so many together.
    blocks: Vec<Vec<Sum>>,
    together: u64,
}

/// A share of games with what else it may be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The share that was won.
    pub share: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// It is greater, with a chance of 95 %.
    pub at_least: f64,
    /// It is smaller, with a chance of 95 %.
    #[serde(skip)]
    pub at_most: f64,
    /// Games that came to an end, both of their deals counting.
    pub games: u64,
}

impl Estimate {
    /// The same games for the other.
    #[must_use]
    pub fn exchanged(self) -> Self {
        let Self { share, interval: [low, high], at_least, at_most, games } = self;
        Self {
            share: 1.0 - share,
            interval: [1.0 - high, 1.0 - low],
            at_least: 1.0 - at_most,
            at_most: 1.0 - at_least,
            games,
        }
    }
}

/// The strength of an agent, in Elo points and as a share of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo points above the anchor.
    pub rating: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The share of all its games that it won.
    pub share: f64,
    /// The number of its games, in deals of which both games came to an end.
    pub games: u64,
}

/// The ratings of all agents, and the share of each pair, that deals show.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The ratings, in the order of the agents.
    pub ratings: Vec<Rating>,
    /// By pair, for the one that is named first.
    pub shares: Vec<Estimate>,
}

impl Deals {
    /// Nothing is played yet of these pairs.
    #[must_use]
    pub const fn new(pairs: Vec<[usize; 2]>) -> Self {
        Self { pairs, deals: 0, blocks: Vec::new(), together: 1 }
    }

    /// Takes in a deal: for each pair the quarters that the one who is named first won of both games;
    /// none where one of them was set aside.
    ///
    /// # Panics
    ///
    /// When there are not as many of them as pairs.
    pub fn add(&mut self, won: &[Option<u32>]) {
        assert_eq!(won.len(), self.pairs.len(), "one for each pair");
        if self.deals.is_multiple_of(self.together) {
            if self.blocks.len() == MOST {
                let merged = self.blocks.chunks(2).map(total);
                self.blocks = merged.collect();
                self.together *= 2;
            }
            self.blocks.push(vec![Sum::default(); won.len()]);
        }
        self.deals += 1;
        let block = self.blocks.last_mut().expect("a block was begun");
        for (sum, won) in block.iter_mut().zip(won) {
            if let Some(quarters) = won {
                sum.add(Sum { quarters: u64::from(*quarters), deals: 1 });
            }
        }
    }

    /// Rates so many agents, who are all in some pair, with one of them at 0.
    ///
    /// # Panics
    ///
    /// When nothing was played.
    #[must_use]
    pub fn rate(&self, agents: usize, anchor: usize, seed: u64) -> Ladder {
        let played = total(&self.blocks);
        let rated = |sums: &[Sum]| elo(&strengths(agents, &self.games(sums)), anchor);
        // A seed of its own: games draw from this one.
        let mut rng = generator(!seed, 1, Purpose::Shared);
        let (mut ratings, mut shares) =
            (vec![Vec::new(); agents], vec![Vec::new(); self.pairs.len()]);
        for _ in 0..SAMPLES {
            let mut sums = vec![Sum::default(); self.pairs.len()];
            for _ in 0..self.blocks.len() {
                let drawn = below(&mut rng, self.blocks.len() + 2);
                for (pair, sum) in sums.iter_mut().enumerate() {
                    sum.add(match self.blocks.get(drawn) {
                        Some(block) => block[pair],
                        None if drawn == self.blocks.len() => Sum { quarters: 2, deals: 1 },
                        None => Sum { quarters: 4 * below(&mut rng, 2) as u64, deals: 1 },
                    });
                }
            }
            let found = rated(&sums);
            ratings.iter_mut().zip(found).for_each(|(all, found)| all.push(found));
            shares.iter_mut().zip(&sums).for_each(|(all, sum)| all.push(sum.share()));
        }
        let of_agent = |agent: usize| {
            let met = self.pairs.iter().zip(&played).filter(|(pair, _)| pair.contains(&agent));
            let (mut won, mut games) = (0.0, 0);
            for (pair, sum) in met {
                won += sum.games()[usize::from(pair[0] != agent)];
                games += 2 * sum.deals;
            }
            (won / games.max(1) as f64, games)
        };
        let rating = |(agent, (rating, sampled)): (usize, (f64, Vec<f64>))| {
            let (share, games) = of_agent(agent);
            Rating { rating, interval: around(rating, interval(sampled)), share, games }
        };
        let estimate = |(sum, mut sampled): (&Sum, Vec<f64>)| {
            sampled.sort_by(f64::total_cmp);
            let beyond = SAMPLES / 20;
            let share = sum.share();
            Estimate {
                share,
                at_least: sampled[beyond].min(share),
                at_most: sampled[SAMPLES - 1 - beyond].max(share),
                interval: around(share, interval(sampled)),
                games: 2 * sum.deals,
            }
        };
        Ladder {
            ratings: rated(&played).into_iter().zip(ratings).enumerate().map(rating).collect(),
            shares: played.iter().zip(shares).map(estimate).collect(),
        }
    }

    /// Games won by either agent of each pair, those included that are taken to have been drawn.
    fn games(&self, sums: &[Sum]) -> Vec<([usize; 2], [f64; 2])> {
        let of_pair =
            |(pair, sum): (&[usize; 2], &Sum)| (*pair, sum.games().map(|won| won + DRAWN / 2.0));
        self.pairs.iter().zip(sums).map(of_pair).collect()
    }
}

/// An interval that has the value in it: the deals that are added can push it to one side.
const fn around(value: f64, [low, high]: [f64; 2]) -> [f64; 2] {
    [low.min(value), high.max(value)]
}

/// The sums of some blocks, added up pair by pair; there is at least one block.
fn total(blocks: &[Vec<Sum>]) -> Vec<Sum> {
    let mut all = blocks[0].clone();
    for block in &blocks[1..] {
        all.iter_mut().zip(block).for_each(|(sum, more)| sum.add(*more));
    }
    all
}

/// The strengths that make it the likeliest that each two won so many games of each other.
fn strengths(agents: usize, games: &[([usize; 2], [f64; 2])]) -> Vec<f64> {
    let mut won = vec![0.0; agents];
    for (pair, both) in games {
        for (agent, games) in pair.iter().zip(both) {
            won[*agent] += games;
        }
    }
    let mut strengths = vec![1.0_f64; agents];
    for _ in 0..STEPS {
        let mut due = vec![0.0; agents];
        for ([one, other], [won, lost]) in games {
            let each = (won + lost) / (strengths[*one] + strengths[*other]);
            due[*one] += each;
            due[*other] += each;
        }
        let mut moved = 0.0_f64;
        for ((strength, won), due) in strengths.iter_mut().zip(&won).zip(due) {
            let next = won / due;
            moved = moved.max((next / *strength - 1.0).abs());
            *strength = next;
        }
        if moved < 1e-10 {
            break;
        }
    }
    strengths
}

/// Elo points: who has 400 more wins ten games for each that it loses.
fn elo(strengths: &[f64], anchor: usize) -> Vec<f64> {
    strengths.iter().map(|strength| 400.0 * (strength / strengths[anchor]).log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64], by: f64) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < by, "{found}, expected {expected}");
        }
    }

    /// By hand: strengths 4, 2 and 1 win 4/6, 2/3 and 4/5 of their games, and games that come out just
    /// so are the likeliest with these. Twice as strong is 400 · log₁₀ 2 = 120.412 points more.
    #[test]
    fn games_as_strengths_would_have_them_give_these_strengths() {
        let games = [([0, 1], [20.0, 10.0]), ([1, 2], [20.0, 10.0]), ([0, 2], [24.0, 6.0])];
        let found = elo(&strengths(3, &games), 2);
        close(&found, &[240.823_997, 120.411_998, 0.0], 1e-5);
    }

    /// By another road: of all ratings on a grid, those with the greatest likelihood.
    #[test]
    fn ratings_are_the_likeliest_of_a_grid() {
        for games in [
            [([0, 1], [7.0, 3.0]), ([1, 2], [6.0, 4.0]), ([2, 0], [5.5, 4.5])],
            [([0, 1], [19.5, 0.5]), ([1, 2], [2.0, 8.0]), ([2, 0], [1.0, 30.0])],
        ] {
            let likelihood = |ratings: [f64; 3]| -> f64 {
                let of_pair = |([one, other], [won, lost]): &([usize; 2], [f64; 2])| {
                    let share =
                        1.0 / (1.0 + 10_f64.powf((ratings[*other] - ratings[*one]) / 400.0));
                    won * share.ln() + lost * (1.0 - share).ln()
                };
                games.iter().map(of_pair).sum()
            };
            let grid = || (-300..=300).map(|step| f64::from(2 * step));
            let all = grid().flat_map(|one| grid().map(move |other| [one, other, 0.0]));
            let best = all.max_by(|one, other| likelihood(*one).total_cmp(&likelihood(*other)));
            close(&elo(&strengths(3, &games), 2), &best.unwrap(), 2.0);
        }
    }

    #[test]
    fn deals_are_counted_for_both_and_what_is_set_aside_for_nobody() {
        let mut deals = Deals::new(vec![[0, 1], [1, 2]]);
        for won in [[Some(4), Some(2)], [Some(3), None], [Some(2), Some(1)]] {
            deals.add(&won);
        }
        let Ladder { ratings, shares } = deals.rate(3, 0, 7);
        assert_eq!(shares.iter().map(|share| share.games).collect::<Vec<_>>(), [6, 4]);
        close(&[shares[0].share, shares[1].share], &[9.0 / 12.0, 3.0 / 8.0], 1e-12);
        assert_eq!(ratings.iter().map(|one| one.games).collect::<Vec<_>>(), [6, 10, 4]);
        close(&[ratings[1].share], &[(1.5 + 1.5) / 10.0], 1e-12);
        // The chain is two pairs, each with a drawn game more.
        let gap = |won: f64, lost: f64| 400.0 * (won / lost).log10();
        let second = -gap(5.0, 2.0);
        close(&[ratings[1].rating, ratings[2].rating], &[second, second - gap(2.0, 3.0)], 1e-4);
        assert_eq!((ratings[0].rating, ratings[0].interval), (0.0, [0.0, 0.0]));
    }

    #[test]
    fn who_wins_everything_is_rated_and_nothing_is_certain() {
        let mut deals = Deals::new(vec![[0, 1]]);
        (0..100).for_each(|_| deals.add(&[Some(4)]));
        let Ladder { ratings, shares } = deals.rate(2, 1, 3);
        close(&[ratings[0].rating], &[400.0 * (200.5_f64 / 0.5).log10()], 1e-6);
        assert_eq!(shares[0].share, 1.0);
        let [low, high] = shares[0].interval;
        assert!((0.95..0.985).contains(&low) && high == 1.0, "{low} to {high}");
        assert!(low <= shares[0].at_least && shares[0].at_least < 1.0);
        let [low, high] = ratings[0].interval;
        assert!(low < ratings[0].rating - 100.0 && high == ratings[0].rating, "{low} to {high}");
        let other = shares[0].exchanged();
        assert_eq!((other.share, other.interval[0], other.at_least), (0.0, 0.0, 0.0));
    }

    /// Deals whose result the decks decide: each agent wins one game of both, and pairing knows that
    /// they are alike.
    #[test]
    fn deals_that_decks_decide_leave_little_open() {
        let mut deals = Deals::new(vec![[0, 1]]);
        (0..200).for_each(|_| deals.add(&[Some(2)]));
        let [low, high] = deals.rate(2, 0, 5).shares[0].interval;
        assert!(low < 0.5 && high > 0.5 && high - low < 0.03, "{low} to {high}");
    }

    #[test]
    fn many_deals_go_together_and_say_the_same() {
        let mut rng = generator(1, 0, Purpose::Shared);
        let mut deals = Deals::new(vec![[0, 1]]);
        let count = 3 * MOST as u64 + 5;
        let mut won = 0;
        for _ in 0..count {
            let quarters = below(&mut rng, 5) as u32;
            won += u64::from(quarters);
            deals.add(&[Some(quarters)]);
        }
        assert!(deals.blocks.len() <= MOST && deals.deals == count);
        assert_eq!(total(&deals.blocks), [Sum { quarters: won, deals: count }]);
        let found = deals.rate(2, 0, 1).shares[0];
        let [low, high] = found.interval;
        // Values from 0 to 4 have the variance 2: a standard error of √2 / 4 / √count.
        let expected = 2.0 * 1.96 * 2_f64.sqrt() / 4.0 / (count as f64).sqrt();
        assert!((high - low) / expected > 0.9 && (high - low) / expected < 1.1, "{low} to {high}");
    }

    /// Three agents of known strengths, and decks that favour one seat.
    #[test]
    fn intervals_cover_nineteen_times_in_twenty() {
        const TRUE: [f64; 3] = [200.0, 80.0, 0.0];
        const EXPERIMENTS: u64 = 100;
        let mut covered = [0; 2];
        for seed in 0..EXPERIMENTS {
            let mut rng = generator(seed, 9, Purpose::Shared);
            let mut deals = Deals::new(vec![[0, 1], [0, 2], [1, 2]]);
            for _ in 0..60 {
                let pairs = deals.pairs.clone();
                let won = pairs.iter().map(|[one, other]| {
                    let share = 1.0 / (1.0 + 10_f64.powf((TRUE[*other] - TRUE[*one]) / 400.0));
                    let mut game =
                        || 2 * u32::from(below(&mut rng, 100_000) < (share * 1e5) as usize);
                    Some(game() + game())
                });
                let won: Vec<_> = won.collect();
                deals.add(&won);
            }
            let found = deals.rate(3, 2, seed);
            for (agent, covered) in covered.iter_mut().enumerate() {
                let [low, high] = found.ratings[agent].interval;
                *covered += usize::from(low <= TRUE[agent] && TRUE[agent] <= high);
            }
        }
        assert!(covered.iter().all(|covered| *covered >= 89), "{covered:?} of {EXPERIMENTS}");
    }
}
