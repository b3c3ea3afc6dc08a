//! The worth of each card of a deck: copies are exchanged for a card of no use, one at a time, on the same deals.
//!
//! Which copies a deal is played without is drawn anew for each, so that a card's value does not
//! depend on where its copies stand; the game with the whole deck is played once for all of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use cardmill_kernel::streams::{Purpose, generator, shuffle};

use super::journal::Journal;
use super::variant::{NOTHING, first_called};
use super::{ERROR, LOOK, score, tally};
use crate::analysis::betting::Differences;
use crate::analysis::multiple::discoveries;
use crate::batch::{Arm, Deal};
use crate::engine::engine;
use crate::error::Error;
use crate::host::Catalogue;
use crate::output::Label;
use crate::record::{Counted, GameRecord};
use crate::setup::{Settings, Setups};
use crate::stats::Handled;

/// A card of no use in words: it cannot be paid for.
pub const OF_NO_USE: &str = "a card that is only good as a resource";

/// Copies that a deal is played without, one after another.
const DRAWN: usize = 16;

/// Parts of a game that values are counted in: means of one, two or three copies are whole numbers
/// of them.
const UNITS: u16 = 12;

/// The places of a card's copies, as arms: each with one copy exchanged.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The id of the card.
    pub card: String,
    /// The arms, at most [`MAX_COPIES`].
    pub arms: Vec<usize>,
    /// Of each arm, the place of the copy that it is without.
    pub places: Vec<usize>,
}

/// Parts of a shuffled deck, each by the number of cards above it. Where a card lies is up to chance
/// before anybody decides anything; when it is drawn is not.
pub const PARTS: [usize; 5] = [0, 6, 10, 14, 20];

/// The part that a place in the order of a deck is in.
fn part(place: usize) -> usize {
    PARTS.iter().rposition(|&from| from <= place).unwrap_or(0)
}

/// The most copies of a card whose values are averaged in whole units.
pub const MAX_COPIES: usize = 3;

/// An entry with a copy at a time in the place of which there is another card.
pub struct Exchanges {
    /// The setups of each arm, beginning with those of the whole entry.
    pub setups: Vec<Setups>,
    /// The swap that each arm is played with, as the command line writes it.
    pub swaps: Vec<String>,
    /// The copies that can be exchanged, by card.
    pub copies: Vec<Copies>,
}

impl Exchanges {
    /// Those of the first entry, which results call so, for this card, or for nothing.
    #[must_use]
    pub fn of(catalogue: &Catalogue, setups: &Setups, label: &Label, filler: Option<&str>) -> Self {
        let own = &setups.entries[0];
        let ids = own.cards(catalogue);
        let called = first_called(label);
        let (mut all, mut swaps) = (vec![setups.clone()], vec![String::new()]);
        let mut copies: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (place, id) in ids.iter().enumerate() {
            let with = match filler {
                Some(filler) => own.with(catalogue, place, filler).ok(),
                None => own.without(catalogue, place),
            };
            let copy = ids[..=place].iter().filter(|other| *other == id).count();
            // Copies that are left out are alike, and a few of many are enough.
            if let Some(entry) = with.filter(|_| filler.is_some() || copy <= MAX_COPIES) {
                let filler = filler.unwrap_or(NOTHING);
                swaps.push(format!("{called}: {id}#{copy} -> {filler}"));
                copies.entry(id).or_default().push((all.len(), place));
                let mut with = setups.clone();
                with.entries[0] = entry;
                all.push(with);
            }
        }
        copies.retain(|_, arms| arms.len() <= MAX_COPIES);
        let copies = copies.into_iter().map(|(card, copies)| {
            let (arms, places) = copies.into_iter().unzip();
            Copies { card: card.to_owned(), arms, places }
        });
        Self { setups: all, swaps, copies: copies.collect() }
    }

    /// The arms in which it is played, the whole entry first.
    #[must_use]
    pub fn arms<'a>(&'a self, catalogue: &'a Catalogue, settings: &'a Settings) -> Vec<Arm<'a>> {
        Arm::of_entries(catalogue, &self.setups, settings)
    }
}

/// The worth of a card to its deck, by deals with and without one of its copies.
#[derive(Clone, Debug)]
pub struct Value {
    /// The card, and the arms that are without one of its copies.
    pub copies: Copies,
    /// The gain of the deck with a copy over the deck without it, a mean over the copies that a deal was played
    /// without.
    pub differences: Differences,
    /// The same by the part of the deck in which the copy lay.
    pub by_part: [Differences; PARTS.len()],
    /// Games that ended otherwise without the copy.
    pub turned: u64,
    /// Games without a copy.
    pub games: u64,
    /// The first deal that was won with the copy and lost without, and the first that was lost and
    /// won, each with the arm that was without it.
    pub telling: [Option<(u64, usize)>; 2],
    /// It is known, and nothing more is taken in.
    closed: bool,
}

impl Value {
    fn new(copies: Copies) -> Self {
        let differences = Differences::new(UNITS);
        let by_part = PARTS.map(|_| Differences::new(UNITS));
        Self {
            by_part,
            copies,
            differences,
            turned: 0,
            games: 0,
            telling: [None; 2],
            closed: false,
        }
    }

    /// The value and the interval that holds whenever it is looked at, in shares of a game.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        self.differences.interval(1.0 - ERROR)
    }

    /// Returns `true` once the interval of the value reaches no further than `precision` to either side, in shares of
    /// a game.
    fn is_known(&self, precision: f64) -> bool {
        let [low, high] = self.interval();
        high - low <= 2.0 * precision
    }
}

/// The worth of all cards of a deck.
#[derive(Clone, Debug)]
pub struct Worth {
    /// The cards, in the order of the deck.
    pub values: Vec<Value>,
    /// Deals with the whole deck, and how well it came in on average.
    pub deals: u64,
    /// The sum of its scores, in units of a half.
    scores: u64,
    /// The games that were counted: deals with one that was set aside count for nothing.
    pub counted: Counted,
    /// The cards of the whole deck by their places in the catalogue, where tallies are kept.
    pub handled: BTreeMap<u16, Handled>,
    /// The same of the arms that are without a copy.
    pub exchanged: BTreeMap<u16, Handled>,
}

impl Worth {
    /// The share of its games that the whole deck won, 0 to 1; a draw is half of one.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.scores as f64 / (2.0 * self.deals.max(1) as f64)
    }

    /// Returns `true` for each value that is certainly above or below zero: at most one in twenty of these is wrong.
    /// None is where deals do not count: which games are set aside can rest on the card.
    #[must_use]
    pub fn certain(&self) -> Vec<bool> {
        if self.counted.quarantined > 0 {
            return vec![false; self.values.len()];
        }
        let evidence: Vec<f64> =
            self.values.iter().map(|value| value.differences.evidence(0.0)).collect();
        discoveries(&evidence, ERROR)
    }

    /// Takes a deal in, in which the cards of the deck lay in this order.
    fn take(&mut self, deal: &Deal, order: &[usize]) {
        let values = &self.values;
        let asks = |value: &Value, arm| !value.closed && value.copies.arms.contains(&arm);
        let is_due = |arm| arm == 0 || values.iter().any(|value| asks(value, arm));
        // What was played of a copy whose value is known rests on how fast it was known.
        let due: Vec<bool> = deal.iter().map(|(arm, _)| is_due(*arm)).collect();
        if self.counted.take(deal, is_due) {
            return;
        }
        let (_, base) = &deal[0];
        let whole = score(&base.standing, 0);
        tally(&mut self.handled, base, 0);
        for ((_, game), _) in deal.iter().zip(due).skip(1).filter(|(_, due)| *due) {
            tally(&mut self.exchanged, game, 0);
        }
        self.deals += 1;
        self.scores += u64::from(whole.unsigned_abs());
        for value in self.values.iter_mut().filter(|value| !value.closed) {
            let without = deal.iter().filter(|(arm, _)| value.copies.arms.contains(arm));
            let (mut sum, mut copies) = (0, 0);
            let mut parts = PARTS.map(|_| (0, 0));
            for (arm, game) in without {
                let difference = whole - score(&game.standing, 0);
                sum += difference;
                copies += 1;
                let of_arm = value.copies.arms.iter().zip(&value.copies.places);
                let place =
                    of_arm.into_iter().find(|(other, _)| *other == arm).map(|(_, place)| place);
                if let Some(at) = order.iter().position(|card| Some(card) == place) {
                    let (sum, copies) = &mut parts[part(at)];
                    *sum += difference;
                    *copies += 1;
                }
                if difference != 0 {
                    value.turned += 1;
                    let telling = &mut value.telling[usize::from(difference < 0)];
                    telling.get_or_insert((base.index, *arm));
                }
            }
            if copies > 0 {
                value.differences.add(sum * i32::from(UNITS) / (2 * copies));
                value.games += copies as u64;
            }
            for ((sum, copies), differences) in parts.into_iter().zip(&mut value.by_part) {
                if copies > 0 {
                    differences.add(sum * i32::from(UNITS) / (2 * copies));
                }
            }
        }
    }
}

/// Draws the arms that a deal is played in beside the first, out of so many.
fn draw(seed: u64, deal: u64, arms: usize, others: &mut Vec<usize>) {
    others.extend(1..arms);
    // A seed of its own: what is exchanged has nothing to do with how the deal goes.
    shuffle(&mut generator(!seed, deal, Purpose::Shared), others);
    others.truncate(DRAWN);
}

/// Plays deals of a deck, which sits first, until every value is known to the precision, or the
/// first arm's number of games is used up, or `stop` is set.
///
/// # Errors
///
/// As [`Journal::play_arms`].
pub fn worth(
    arms: &[Arm<'_>],
    cards: Vec<Copies>,
    precision: f64,
    journal: &mut Journal,
    stop: &AtomicBool,
    on_look: &mut dyn FnMut(&Worth),
) -> Result<Worth, Error> {
    let setups = arms[0].setups.list.len();
    let mut worth = Worth {
        values: cards.into_iter().map(Value::new).collect(),
        deals: 0,
        scores: 0,
        counted: Counted::default(),
        handled: BTreeMap::new(),
        exchanged: BTreeMap::new(),
    };
    let seed = arms[0].settings.seed;
    // A copy whose card's value is known is exchanged no more.
    let closed: Vec<AtomicBool> = arms.iter().map(|_| AtomicBool::new(false)).collect();
    let drawn = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
        if let [(_, game)] = deal {
            draw(seed, game.index, arms.len(), others);
            others.retain(|&arm| !closed[arm].load(Ordering::Relaxed));
        }
    };
    // It says when a copy is exchanged no more.
    let until = format!("value {precision}");
    let enough = AtomicBool::new(false);
    let mut order = engine(arms[0].catalogue.game()).order(&arms[0]);
    let mut round: Vec<Deal> = Vec::new();
    let mut due = LOOK;
    journal.play_arms(arms, &until, 0, &drawn, &enough, &mut |deal| {
        if stop.load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
        if enough.load(Ordering::Relaxed) {
            return;
        }
        round.push(deal);
        if round.len() < setups {
            return;
        }
        for deal in round.drain(..) {
            worth.take(&deal, &order(deal[0].1.index));
        }
        if worth.deals >= due {
            due += LOOK;
            for value in worth.values.iter_mut().filter(|value| !value.closed) {
                value.closed = value.is_known(precision);
                for &arm in &value.copies.arms {
                    closed[arm].store(value.closed, Ordering::Relaxed);
                }
            }
            enough.store(worth.values.iter().all(|value| value.closed), Ordering::Relaxed);
            on_look(&worth);
        }
    })?;
    Ok(worth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::example;

    #[test]
    fn every_copy_is_drawn_as_often_as_any_other_and_never_twice() {
        let (mut times, mut together) = ([0_u32; 51], 0);
        for deal in 0..20_000 {
            let mut others = Vec::new();
            draw(7, deal, 51, &mut others);
            others.iter().for_each(|&arm| times[arm] += 1);
            together += u32::from(others.contains(&1) && others.contains(&2));
            others.sort_unstable();
            others.dedup();
            assert_eq!(others.len(), DRAWN);
        }
        // 6,400 times each, and two of them 1,959 times together: five standard deviations.
        assert!(times[1..].iter().all(|times| times.abs_diff(6_400) < 330), "{times:?}");
        assert!(times[0] == 0 && together.abs_diff(1_959) < 211, "{together}");
    }

    fn game(arm: usize, won: bool) -> (usize, GameRecord) {
        (arm, example(0, Some(u8::from(!won))))
    }

    #[test]
    fn a_card_is_worth_what_the_deck_loses_without_its_copies() {
        let card = |card: &str, arms: Vec<usize>| {
            let places = arms.iter().map(|arm| 10 * arm).collect();
            Copies { card: card.to_owned(), arms, places }
        };
        let mut worth = Worth {
            values: vec![Value::new(card("A", vec![1, 2])), Value::new(card("B", vec![3]))],
            deals: 0,
            scores: 0,
            counted: Counted::default(),
            handled: BTreeMap::new(),
            exchanged: BTreeMap::new(),
        };
        let order = [5, 6, 20, 7, 8, 9, 30, 10];
        worth.take(&vec![game(0, true), game(1, false), game(2, true)], &order);
        worth.take(&vec![game(0, true), game(3, true)], &order);
        let [a, b] = &worth.values[..] else { panic!("two cards") };
        assert_eq!(
            (a.differences.mean(), a.differences.pairs(), a.turned, a.games),
            (0.5, 1, 1, 2)
        );
        assert_eq!(
            (b.differences.mean(), b.differences.pairs(), b.turned, b.games),
            (0.0, 1, 0, 1)
        );
        // The first copy lay eighth, the second third, and the other card seventh.
        let parts = |value: &Value| {
            value.by_part.each_ref().map(|part| (part.pairs(), part.mean())).to_vec()
        };
        let (none, lost, kept) = ((0, 0.0), (1, 1.0), (1, 0.0));
        assert_eq!(parts(a), [kept, lost, none, none, none]);
        assert_eq!(parts(b), [none, kept, none, none, none]);
        assert_eq!((worth.deals, worth.share(), worth.counted.games), (2, 1.0, 5));
    }
}
