//! The agreement of simulated games with games that people played.
//!
//! Both are tables of archetypes against each other. What is told of them:
//!
//! * *archetypes*: each one's share of games, weighted by how often people met the others with it;
//!   rank and linear correlation with an interval (bootstrap over archetypes), and the *ceiling*,
//!   the correlation that a perfect model would have with the shares that so few played games give
//!   (the square root of their reliability);
//! * *matchups* that were played often enough: the same, with the mean error beside that of "all are
//!   even" and beside that of a perfect model, which the played games alone make;
//! * of both, what a simulated lead was *worth*: the slope of played leads by simulated ones (least
//!   squares through "even", since sides can be exchanged), and the mean error of leads taken for that,
//!   each by the slope of those that have no archetype in common with it.
//!
//! A played share of `n` games has the variance ¼/n at most, and a mean absolute error of
//! √(2/π · ¼/n) by chance alone.

use cardmill_kernel::streams::{Purpose, below, generator};
use serde::{Deserialize, Serialize};

use super::{Share, interval};
use crate::played::Met;

/// Played games that make a matchup worth judging.
pub const LEAST: u64 = 50;

/// Samples of the bootstrap.
const SAMPLES: usize = 1_000;

/// Simulated games of two archetypes, for the one named by the row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Simulated {
    /// Games won, a draw being half a win.
    pub won: f64,
    /// Games that came to an end.
    pub games: u64,
}

impl Simulated {
    fn share(self) -> f64 {
        self.won / self.games as f64
    }

    /// With the games of a pair of lists; the one is in the first seat.
    pub fn add(&mut self, won: Share, draws: u64) {
        self.won += won.wins as f64 + draws as f64 / 2.0;
        self.games += won.games;
    }

    /// The same games for the other.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { won: self.games as f64 - self.won, ..self }
    }
}

/// Simulated games, of each archetype (row) against each other (column).
pub type Simulation = Vec<Vec<Simulated>>;

/// The agreement of two rows of shares, one simulated and one played.
#[derive(Clone, Debug, Serialize)]
pub struct Level {
    /// The number of shares in each row.
    pub compared: usize,
    /// The linear correlation of simulated and played shares, −1 to 1; 0 where one of them does not vary.
    pub pearson: f64,
    /// The interval of 95 % of it.
    pub interval: [f64; 2],
    /// The correlation of a perfect model.
    pub ceiling: f64,
    /// The mean of how far they are apart.
    pub error: f64,
    /// The mean distance between the played shares and one half, which is the error of "all are even".
    pub error_of_even: f64,
    /// The mean distance that a perfect model would have from the played shares, by chance alone.
    pub error_of_perfect: f64,
    /// The worth of a simulated lead in played games.
    pub worth: Worth,
    /// The least and the greatest of the simulated shares.
    pub simulated: [f64; 2],
    /// The least and the greatest of the played shares.
    pub played: [f64; 2],
}

/// The worth of a simulated lead in played games; a lead is a share less one half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// The played lead for a simulated one of 1.
    pub slope: f64,
    /// The interval of 95 % of it.
    pub interval: [f64; 2],
    /// The mean distance of the played shares from simulated ones whose leads are taken for what they were worth
    /// among the pairs of other archetypes.
    pub error: f64,
}

/// An archetype, with its shares of simulated and of played games.
#[derive(Clone, Debug, Serialize)]
pub struct Archetype {
    /// Its place in the table.
    #[serde(skip)]
    pub place: usize,
    /// Its share of the simulated games, weighted as people met.
    pub simulated: f64,
    /// Its share of the played games.
    pub played: f64,
    /// The number of played games that it was in.
    pub games: u64,
}

/// A matchup of two archetypes, with the share of the one in simulated and in played games.
#[derive(Clone, Debug, Serialize)]
pub struct Matchup {
    /// Their places in the table.
    #[serde(skip)]
    pub pair: [usize; 2],
    /// The share of the one in the simulated games.
    pub simulated: f64,
    /// The number of games of the matchup that were simulated.
    pub simulated_games: u64,
    /// The share of the one in the played games.
    pub played: f64,
    /// The number of games of the matchup that people played.
    pub games: u64,
}

/// Matchups that are alike by simulation: are they in play?
#[derive(Clone, Debug, Serialize)]
pub struct Bin {
    /// Simulated shares from here to here, of whoever is ahead by simulation.
    pub from: f64,
    /// The upper end of these shares, which belongs to the next bin; in the last, 1 itself is included.
    pub to: f64,
    /// Matchups in it.
    pub matchups: usize,
    /// Played games of them.
    pub games: u64,
    /// Their simulated share, weighted by played games.
    pub simulated: f64,
    /// Their played share.
    pub played: f64,
}

/// The agreement of simulated games with played ones, for archetypes and for matchups.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// Rank correlation of archetypes.
    pub spearman: f64,
    /// The interval of 95 % of it.
    pub spearman_interval: [f64; 2],
    /// The agreement of the shares of archetypes.
    pub archetypes: Level,
    /// The agreement of matchups that people played 50 times or more ([`LEAST`]); `None` where there are fewer
    /// than three.
    pub matchups: Option<Level>,
    /// The share of those matchups in which the same side is ahead.
    pub side: f64,
    /// Archetypes, those first that are simulated the worst beside how they were played.
    pub list: Vec<Archetype>,
    /// The matchups, in the order of the table.
    pub pairs: Vec<Matchup>,
    /// Calibration of matchups.
    pub calibration: Vec<Bin>,
}

/// Compares them. Where it is only known what archetypes fared, whomever they met, each is held against its
/// simulated games against all others alike. `None` where fewer than three archetypes met in both.
#[must_use]
pub fn agreement(
    met: &[Met],
    fared: &[[u64; 2]],
    simulation: &Simulation,
    seed: u64,
) -> Option<Agreement> {
    let matchups = matchups(met, simulation);
    let mut list = archetypes(&matchups, simulation.len());
    list.extend(fared.iter().enumerate().filter_map(|of| alone(of, simulation)));
    if list.len() < 3 {
        return None;
    }
    let often: Vec<&Matchup> = matchups.iter().filter(|pair| pair.games >= LEAST).collect();
    let shares = |list: &[Archetype]| -> Vec<Pair> {
        let pair = |one: &Archetype| Pair {
            x: one.simulated,
            y: one.played,
            games: one.games,
            places: [one.place; 2],
        };
        list.iter().map(pair).collect()
    };
    let of_list = shares(&list);
    let resampled = |statistic: &dyn Fn(&[Pair]) -> f64| {
        let mut rng = generator(seed, 0, Purpose::Shared);
        let mut sample = || -> Vec<Pair> {
            of_list.iter().map(|_| of_list[below(&mut rng, of_list.len())]).collect()
        };
        interval((0..SAMPLES).map(|_| statistic(&sample())).collect())
    };
    let spearman_interval = resampled(&spearman);
    let pearson_interval = resampled(&|pairs| pearson(pairs, &even(pairs)));
    let slope_interval = resampled(&|pairs| slope(pairs, &even(pairs)));
    let of_pairs: Vec<Pair> = often
        .iter()
        .map(|pair| Pair {
            x: pair.simulated,
            y: pair.played,
            games: pair.games,
            places: pair.pair,
        })
        .collect();
    // Matchups of one archetype go together: archetypes are drawn, and a matchup counts as often as
    // both of its own were.
    let mut rng = generator(seed, 1, Purpose::Shared);
    let mut sample = || -> Vec<f64> {
        let mut drawn = vec![0_u32; simulation.len()];
        for _ in 0..list.len() {
            drawn[list[below(&mut rng, list.len())].place] += 1;
        }
        let weight = |pair: &Pair| pair.places.map(|place| f64::from(drawn[place]));
        of_pairs.iter().map(weight).map(|[one, other]| one * other).collect()
    };
    let samples: Vec<Vec<f64>> = (0..SAMPLES).map(|_| sample()).collect();
    let weighted = |statistic: fn(&[Pair], &[f64]) -> f64| {
        interval(samples.iter().map(|weights| statistic(&of_pairs, weights)).collect())
    };
    let same = often.iter().filter(|pair| (pair.simulated - 0.5) * (pair.played - 0.5) > 0.0);
    let side = same.count() as f64 / often.len().max(1) as f64;
    let level = Level::of(&of_list, pearson_interval, slope_interval);
    let of_pairs =
        (often.len() >= 3).then(|| Level::of(&of_pairs, weighted(pearson), weighted(slope)));
    list.sort_by(|one, other| {
        (one.simulated - one.played).total_cmp(&(other.simulated - other.played))
    });
    Some(Agreement {
        spearman: spearman(&of_list),
        spearman_interval,
        archetypes: level,
        matchups: of_pairs,
        side,
        list,
        calibration: calibration(&often),
        pairs: often.into_iter().cloned().collect(),
    })
}

/// A simulated share, a played one, how many games were played, and of which archetypes.
#[derive(Clone, Copy, Debug)]
struct Pair {
    x: f64,
    y: f64,
    games: u64,
    places: [usize; 2],
}

fn matchups(met: &[Met], simulation: &Simulation) -> Vec<Matchup> {
    let both = met.iter().filter_map(|met| {
        let [a, b] = met.pair;
        let simulated = simulation[a][b];
        (simulated.games > 0).then(|| Matchup {
            pair: met.pair,
            simulated: simulated.share(),
            simulated_games: simulated.games,
            played: met.won as f64 / met.games as f64,
            games: met.games,
        })
    });
    both.collect()
}

fn archetypes(matchups: &[Matchup], count: usize) -> Vec<Archetype> {
    let mut sums = vec![(0.0, 0.0, 0_u64); count];
    for pair in matchups {
        let weight = pair.games as f64;
        let of_one = [(pair.simulated, pair.played), (1.0 - pair.simulated, 1.0 - pair.played)];
        for (place, (simulated, played)) in pair.pair.into_iter().zip(of_one) {
            let sum = &mut sums[place];
            *sum = (sum.0 + weight * simulated, sum.1 + weight * played, sum.2 + pair.games);
        }
    }
    let met = sums.into_iter().enumerate().filter(|(_, (_, _, games))| *games > 0);
    let archetype = |(place, (simulated, played, games)): (usize, (f64, f64, u64))| Archetype {
        place,
        simulated: simulated / games as f64,
        played: played / games as f64,
        games,
    };
    met.map(archetype).collect()
}

/// An archetype of which it is known how it fared, and not against whom: all others count alike.
fn alone((place, [won, lost]): (usize, &[u64; 2]), simulation: &Simulation) -> Option<Archetype> {
    let others = simulation[place].iter().filter(|simulated| simulated.games > 0);
    let shares: Vec<f64> = others.map(|simulated| simulated.share()).collect();
    let games = won + lost;
    (games > 0 && !shares.is_empty()).then(|| Archetype {
        place,
        simulated: shares.iter().sum::<f64>() / shares.len() as f64,
        played: *won as f64 / games as f64,
        games,
    })
}

/// The bins of matchups by how far the simulated side is ahead, each with the share that this side has in played
/// games.
fn calibration(pairs: &[&Matchup]) -> Vec<Bin> {
    const ENDS: [f64; 6] = [0.5, 0.55, 0.6, 0.7, 0.8, 1.0];
    let bin = |ends: &[f64]| {
        let (from, to) = (ends[0], ends[1]);
        let ahead = pairs.iter().map(|pair| match pair.simulated < 0.5 {
            true => (1.0 - pair.simulated, 1.0 - pair.played, pair.games),
            false => (pair.simulated, pair.played, pair.games),
        });
        let inside = ahead.filter(|(share, ..)| *share >= from && (*share < to || to == 1.0));
        let (mut matchups, mut games, mut simulated, mut played) = (0, 0, 0.0, 0.0);
        for (share, real, of) in inside {
            matchups += 1;
            games += of;
            simulated += share * of as f64;
            played += real * of as f64;
        }
        let mean = |sum: f64| sum / games as f64;
        (games > 0).then(|| Bin {
            from,
            to,
            matchups,
            games,
            simulated: mean(simulated),
            played: mean(played),
        })
    };
    ENDS.windows(2).filter_map(bin).collect()
}

impl Level {
    fn of(pairs: &[Pair], interval: [f64; 2], slopes: [f64; 2]) -> Self {
        let count = pairs.len() as f64;
        let mean = |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let chance = |pair: &Pair| 0.25 / pair.games as f64;
        let center = mean(&|pair| pair.y);
        let variance = mean(&|pair| (pair.y - center).powi(2));
        let reliable = (1.0 - mean(&chance) / variance).max(0.0);
        let ends = |of: &dyn Fn(&Pair) -> f64| {
            let all = pairs.iter().map(of);
            all.fold([f64::MAX, f64::MIN], |[least, most], one| [least.min(one), most.max(one)])
        };
        // Taken for what leads of others were worth.
        let taken = |pair: &Pair| {
            let apart =
                |other: &Pair| !other.places.iter().any(|place| pair.places.contains(place));
            let weights: Vec<f64> = pairs.iter().map(|other| f64::from(apart(other))).collect();
            0.5 + slope(pairs, &weights) * (pair.x - 0.5)
        };
        Self {
            compared: pairs.len(),
            pearson: pearson(pairs, &even(pairs)),
            interval,
            ceiling: if reliable.is_finite() { reliable.sqrt() } else { 0.0 },
            error: mean(&|pair| (pair.x - pair.y).abs()),
            error_of_even: mean(&|pair| (0.5 - pair.y).abs()),
            error_of_perfect: mean(&|pair| (core::f64::consts::FRAC_2_PI * chance(pair)).sqrt()),
            worth: Worth {
                slope: slope(pairs, &even(pairs)),
                interval: slopes,
                error: mean(&|pair| (taken(pair) - pair.y).abs()),
            },
            simulated: ends(&|pair| pair.x),
            played: ends(&|pair| pair.y),
        }
    }
}

/// Weights by which each counts as much as any other.
fn even(pairs: &[Pair]) -> Vec<f64> {
    vec![1.0; pairs.len()]
}

/// The correlation, each counting by its weight; 0 where one of them does not vary.
fn pearson(pairs: &[Pair], weights: &[f64]) -> f64 {
    let all = || pairs.iter().zip(weights);
    let total: f64 = weights.iter().sum();
    let mean = |of: &dyn Fn(&Pair) -> f64| {
        all().map(|(pair, weight)| of(pair) * weight).sum::<f64>() / total
    };
    let (x, y) = (mean(&|pair| pair.x), mean(&|pair| pair.y));
    let both = mean(&|pair| (pair.x - x) * (pair.y - y));
    let alone = mean(&|pair| (pair.x - x).powi(2)) * mean(&|pair| (pair.y - y).powi(2));
    let found = both / alone.sqrt();
    if found.is_finite() { found } else { 0.0 }
}

/// The slope of played leads by simulated ones, through "even", each counting by its weight; 0 where
/// nobody leads by simulation.
fn slope(pairs: &[Pair], weights: &[f64]) -> f64 {
    let sum = |of: &dyn Fn(&Pair) -> f64| -> f64 {
        pairs.iter().zip(weights).map(|(pair, weight)| of(pair) * weight).sum()
    };
    let found = sum(&|pair| (pair.x - 0.5) * (pair.y - 0.5)) / sum(&|pair| (pair.x - 0.5).powi(2));
    if found.is_finite() { found } else { 0.0 }
}

/// The correlation of ranks; those that are equal share theirs.
fn spearman(pairs: &[Pair]) -> f64 {
    let ranks = |of: &dyn Fn(&Pair) -> f64| -> Vec<f64> {
        let rank = |pair: &Pair| {
            let (value, mut below, mut equal) = (of(pair), 0, 0);
            for other in pairs {
                below += usize::from(of(other) < value);
                equal += usize::from(of(other) == value);
            }
            below as f64 + (equal as f64 - 1.0) / 2.0
        };
        pairs.iter().map(rank).collect()
    };
    let (x, y) = (ranks(&|pair| pair.x), ranks(&|pair| pair.y));
    let ranked: Vec<Pair> =
        x.into_iter().zip(y).map(|(x, y)| Pair { x, y, games: 1, places: [0; 2] }).collect();
    pearson(&ranked, &even(&ranked))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in which archetype `a` beats `b` as strengths say, and what is simulated of it.
    fn tables(
        played: impl Fn(usize, usize) -> f64,
        simulated: impl Fn(usize, usize) -> f64,
    ) -> (Vec<Met>, Simulation) {
        const COUNT: usize = 8;
        const GAMES: u64 = 10_000;
        let mut met = Vec::new();
        let mut simulation = vec![vec![Simulated::default(); COUNT]; COUNT];
        for [a, b] in (0..COUNT).flat_map(|a| (a + 1..COUNT).map(move |b| [a, b])) {
            let won = (played(a, b) * GAMES as f64).round() as u64;
            met.push(Met { pair: [a, b], won, games: GAMES });
            simulation[a][b] = Simulated { won: simulated(a, b) * 100.0, games: 100 };
            simulation[b][a] = simulation[a][b].exchanged();
        }
        (met, simulation)
    }

    fn strength(a: usize, b: usize) -> f64 {
        0.5 + (a as f64 - b as f64) / 40.0
    }

    #[test]
    fn a_perfect_model_agrees_and_its_mirror_does_not() {
        let (met, perfect) = tables(strength, strength);
        let found = agreement(&met, &[], &perfect, 1).unwrap();
        assert!(found.spearman > 0.999 && found.archetypes.pearson > 0.999);
        let matchups = found.matchups.unwrap();
        assert!(matchups.pearson > 0.999 && matchups.error < 0.006, "{matchups:?}");
        assert!((matchups.worth.slope - 1.0).abs() < 0.02, "{matchups:?}");
        assert_eq!((matchups.compared, found.side), (28, 1.0));
        let (met, mirror) = tables(strength, |a, b| strength(b, a));
        let found = agreement(&met, &[], &mirror, 1).unwrap();
        assert!(found.spearman < -0.999 && found.matchups.unwrap().pearson < -0.999);
        assert_eq!(found.side, 0.0);
    }

    #[test]
    fn one_that_exaggerates_has_the_order_and_not_the_size() {
        let (met, loud) = tables(strength, |a, b| 0.5 + (strength(a, b) - 0.5) * 2.5);
        let found = agreement(&met, &[], &loud, 1).unwrap();
        assert!(found.spearman > 0.999);
        let matchups = found.matchups.unwrap();
        assert!(matchups.error > matchups.error_of_even, "{matchups:?}");
        // Its leads are worth two fifths, and taken for that they are right.
        let Worth { slope, interval: [low, high], error } = matchups.worth;
        assert!((slope - 0.4).abs() < 0.01 && low <= slope && slope <= high, "{matchups:?}");
        assert!(error < 0.006, "{matchups:?}");
        let worst = found.calibration.last().unwrap();
        assert!(worst.simulated - worst.played > 0.15, "{worst:?}");
    }

    #[test]
    fn one_that_says_nothing_is_told_so() {
        let (met, even) = tables(strength, |_, _| 0.5);
        let found = agreement(&met, &[], &even, 1).unwrap();
        let matchups = found.matchups.unwrap();
        assert_eq!((found.spearman, matchups.pearson), (0.0, 0.0));
        assert_eq!(matchups.error.to_bits(), matchups.error_of_even.to_bits());
        assert_eq!((matchups.worth.slope, matchups.worth.interval), (0.0, [0.0; 2]));
    }

    /// The ceiling is what a perfect model reaches on shares of so few games.
    #[test]
    fn the_ceiling_is_what_a_perfect_model_reaches() {
        const FEW: u64 = 300;
        let mut rng = generator(5, 0, Purpose::Shared);
        let mut reached = Vec::new();
        let mut ceilings = Vec::new();
        for _ in 0..40 {
            let (mut met, perfect) = tables(strength, strength);
            for met in &mut met {
                let share = met.won as f64 / met.games as f64;
                met.games = FEW;
                let wins = (0..FEW).filter(|_| below(&mut rng, 10_000) < (share * 1e4) as usize);
                met.won = wins.count() as u64;
            }
            let found = agreement(&met, &[], &perfect, 1).unwrap().matchups.unwrap();
            reached.push(found.pearson);
            ceilings.push(found.ceiling);
            assert!(found.error > 0.5 * found.error_of_perfect, "{found:?}");
        }
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        assert!((mean(&reached) - mean(&ceilings)).abs() < 0.05, "{reached:?} {ceilings:?}");
    }

    #[test]
    fn what_is_known_of_each_alone_is_held_against_all_others_alike() {
        let (_, simulation) = tables(strength, strength);
        let fared = |share: f64| [(share * 100.0) as u64, 100 - (share * 100.0) as u64];
        // The first has never been met by the second, and loses to all others the more.
        let all: Vec<[u64; 2]> = (0..8).map(|a| fared(0.3 + f64::from(a) / 20.0)).collect();
        let found = agreement(&[], &all, &simulation, 1).unwrap();
        assert!(found.spearman > 0.999 && found.archetypes.pearson > 0.999, "{found:?}");
        assert_eq!((found.archetypes.compared, found.pairs.len()), (8, 0));
        assert!(found.matchups.is_none() && found.calibration.is_empty());
        let first = found.list.iter().find(|one| one.place == 0).unwrap();
        // It is 1 to 7 places behind them, 4 on average: 10 points.
        assert!((first.simulated - 0.4).abs() < 1e-9 && (first.played - 0.3).abs() < 1e-9);
        assert_eq!(first.games, 100);
    }

    #[test]
    fn ranks_are_shared_where_values_are_equal() {
        let pair = |x: f64, y: f64| Pair { x, y, games: 1, places: [0; 2] };
        let pairs = [pair(0.1, 0.2), pair(0.1, 0.3), pair(0.4, 0.5), pair(0.9, 0.4)];
        // By hand: ranks ½, ½, 2, 3 and 0, 1, 3, 2.
        assert!((spearman(&pairs) - 0.737_864_787).abs() < 1e-6, "{}", spearman(&pairs));
    }
}
