//! The smallest change of cards with which an entry wins a wanted share of its games.
//!
//! Changes are tried by size, the number of steps by which they change numbers. All of a size play the
//! same deals, and one is played no more when its share is known, or is known to be elsewhere. Those that
//! come nearest without being enough get another step; where some are enough the search is over. What is
//! found is lucky as well as near: it is for the caller to play it on fresh deals.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use cardmill_harness::library::numbers;

use super::journal::Journal;
use super::variant::{Base, Variant, arms};
use super::{ERROR, LOOK, score};
use crate::analysis::betting::Differences;
use crate::batch::{Arm, Deal};
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::{Counted, End, GameRecord};
use crate::setup::{Settings, Setup, Setups};

/// Steps that a change has at most.
const MOST: usize = 4;

/// Changes of a size that get another step.
pub(super) const KEPT: usize = 6;

/// Changes that are found at most.
const FOUND: usize = 3;

/// A step that changes can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A number of a card, one more or one less.
    Number {
        /// The id of the card that the number is printed on.
        card: String,
        /// The path of the number.
        path: String,
        /// `true` to raise the number by one, `false` to lower it by one.
        up: bool,
    },
    /// An edit as it was written; it is taken once.
    Written(String),
}

impl Step {
    /// The change that it is alone; none where nothing changes.
    #[must_use]
    pub fn change(&self) -> Option<String> {
        written(core::slice::from_ref(self), &vec![0])
    }
}

/// The steps that are meant by a card and a star, which is all of its numbers, or by an edit.
///
/// # Errors
///
/// When there is no such card, or it has no number.
pub fn steps(catalogue: &Catalogue, text: &str) -> Result<Vec<Step>, Error> {
    let Some(card) = text.trim().strip_suffix('*').map(str::trim) else {
        return Ok(vec![Step::Written(text.trim().to_owned())]);
    };
    let wrong = |expected: String| Error::Usage(format!("--among {text:?}: {expected}"));
    let definitions = catalogue.definitions();
    let mut steps = Vec::new();
    for place in catalogue.named(card).map_err(wrong)? {
        let definition = &definitions[place];
        for (path, _) in numbers(&definition.plain) {
            steps.extend([true, false].map(|up| {
                let (card, path) = (definition.id.clone(), path.clone());
                Step::Number { card, path, up }
            }));
        }
    }
    match steps.is_empty() {
        true => Err(wrong("expected a card that has numbers".to_owned())),
        false => Ok(steps),
    }
}

/// Steps that are taken together, by their places, in order.
type Taken = Vec<usize>;

/// The steps as one change; none where one takes back another, or is taken twice and cannot be.
fn written(steps: &[Step], taken: &Taken) -> Option<String> {
    let mut numbers: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    let mut parts = Vec::new();
    for &place in taken {
        match &steps[place] {
            Step::Number { card, path, up } => {
                let by = if *up { 1 } else { -1 };
                let number = numbers.entry((card, path)).or_default();
                if *number * by < 0 {
                    return None;
                }
                *number += by;
            }
            Step::Written(text) if parts.contains(text) => return None,
            Step::Written(text) => parts.push(text.clone()),
        }
    }
    let numbers = numbers.into_iter().map(|((card, path), by)| format!("{card} {path}{by:+}"));
    Some(parts.into_iter().chain(numbers).collect::<Vec<_>>().join("; "))
}

/// The changes that come of one more step, of those that this is about.
fn further(
    base: &Base<'_>,
    steps: &[Step],
    open: &[Taken],
    concerns: impl Fn(&Variant) -> bool,
) -> Vec<(Taken, Variant)> {
    let mut entered = Vec::new();
    for taken in open {
        for step in taken.last().copied().unwrap_or(0)..steps.len() {
            let taken = [&taken[..], &[step]].concat();
            // What a card has not, or has no room for, cannot be changed so.
            let variant = written(steps, &taken)
                .and_then(|text| base.written(&text).ok())
                .filter(|variant| !variant.lines.is_empty() && concerns(variant));
            entered.extend(variant.map(|variant| (taken, variant)));
        }
    }
    entered
}

/// Looks whether each step can be taken at all.
///
/// # Errors
///
/// An edit that cannot be made.
fn check(base: &Base<'_>, steps: &[Step]) -> Result<(), Error> {
    for step in steps {
        if let Step::Written(text) = step {
            base.written(text)?;
        }
    }
    Ok(())
}

/// A change that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// As the command line writes it.
    pub text: String,
    /// The number of steps that the change is made of, at least 1.
    pub size: usize,
    /// The share that the search is about, with the change: that of its games that an entry wins, or that by
    /// which a mix is beaten.
    pub share: f64,
}

/// The result of a search: the changes that come nearest to the goal.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The share that the search is about, as the game is.
    pub share: f64,
    /// The nearest changes of the smallest size that is enough, or of all where none is; the nearest first.
    pub nearest: Vec<Tried>,
    /// Changes that were tried.
    pub tried: u64,
    /// The games that were counted: those that were set aside count for nobody.
    pub counted: Counted,
}

/// The shares of some changes, by their places among those that are raced.
pub(super) type Shares = Vec<(usize, f64)>;

/// Tries changes by size until the shares of some are near enough to a goal, or there are none left, or `stop` is
/// set. Those of a size are given to `race`, which returns the shares of those that went on to the end, by their
/// places, and writes down that of the game as it is.
///
/// # Errors
///
/// A step that cannot be taken at all, or those of `race`.
pub(super) fn by_size(
    (base, steps): (&Base<'_>, &[Step]),
    (goal, within): (f64, f64),
    concerns: &dyn Fn(&Variant) -> bool,
    stop: &AtomicBool,
    race: &mut dyn FnMut(&[&Variant], &mut Found) -> Result<Shares, Error>,
) -> Result<Found, Error> {
    check(base, steps)?;
    let off = |tried: &Tried| (tried.share - goal).abs();
    let mut found = Found::default();
    let mut all: Vec<Tried> = Vec::new();
    let mut open: Vec<Taken> = vec![Taken::new()];
    for size in 1..=MOST {
        let entered = further(base, steps, &open, concerns);
        if entered.is_empty() || stop.load(Ordering::SeqCst) {
            break;
        }
        found.tried += entered.len() as u64;
        let variants: Vec<&Variant> = entered.iter().map(|(_, variant)| variant).collect();
        let shares = race(&variants, &mut found)?.into_iter();
        let mut near: Vec<(&Taken, Tried)> = shares
            .map(|(at, share)| {
                let (taken, variant) = &entered[at];
                (taken, Tried { text: variant.name.clone(), size, share })
            })
            .collect();
        near.sort_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)));
        if near.first().is_some_and(|(_, tried)| off(tried) <= within) {
            let enough = near.into_iter().map(|(_, tried)| tried);
            found.nearest = enough.take_while(|tried| off(tried) <= within).take(FOUND).collect();
            return Ok(found);
        }
        // Another step is of use where the first ones led towards it and are not enough.
        let as_it_is = found.share;
        let leads = |share: f64| {
            (share - as_it_is) * (goal - as_it_is) > 0.0 && (share < goal) == (as_it_is < goal)
        };
        let further = near.iter().filter(|(_, tried)| leads(tried.share));
        open = further.take(KEPT).map(|(taken, _)| (*taken).clone()).collect();
        all.extend(near.into_iter().map(|(_, tried)| tried));
    }
    all.sort_by(|one, other| off(one).total_cmp(&off(other)));
    all.truncate(FOUND);
    found.nearest = all;
    Ok(found)
}

/// A search for the smallest change with which an entry wins a share of its games.
pub struct Search<'a> {
    /// The game as it is; the first entry is the one that is to win so much.
    pub base: &'a Base<'a>,
    /// The games of that entry, which sits first.
    pub list: Vec<Setup>,
    /// The settings of the games, with the most of them for each size of change.
    pub settings: &'a Settings,
    /// The share that is wanted.
    pub goal: f64,
    /// The greatest distance from the goal that is near enough, in shares of a game.
    pub within: f64,
    /// The steps that changes can take.
    pub steps: Vec<Step>,
}

impl Search<'_> {
    /// Searches until some changes are enough, or there are none left, or `stop` is set.
    ///
    /// # Errors
    ///
    /// A step that cannot be taken at all, or as [`Journal::play_arms`].
    pub fn run(
        &self,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_look: &mut dyn FnMut(&Found),
    ) -> Result<Found, Error> {
        // What its opponents alone have is no change of its own.
        let concerns = |variant: &Variant| variant.concerns(0);
        let (among, terms) = ((self.base, &self.steps[..]), (self.goal, self.within));
        by_size(among, terms, &concerns, stop, &mut |variants, found| {
            let shares = self.race(variants, journal, stop, found)?;
            on_look(found);
            Ok(shares.into_iter().enumerate().collect())
        })
    }

    /// Plays these changes on the same deals, and returns the share that the entry wins with each of them, in their
    /// order.
    fn race(
        &self,
        variants: &[&Variant],
        journal: &mut Journal,
        stop: &AtomicBool,
        found: &mut Found,
    ) -> Result<Vec<f64>, Error> {
        let Base { catalogue, setups, .. } = self.base;
        let with = |entries: &[_]| Setups::new(entries.to_vec(), Vec::new(), self.list.clone());
        let first = with(&setups.entries);
        let others: Vec<Setups> = variants.iter().map(|variant| with(&variant.entries)).collect();
        let changed = variants.iter().copied().zip(&others);
        let arms = arms(Arm::new(catalogue, &first, self.settings), changed);
        let closed: Vec<AtomicBool> = arms.iter().map(|_| AtomicBool::new(false)).collect();
        let others = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            let open = |arm: &usize| !closed[*arm].load(Ordering::Relaxed);
            others.extend((1..arms.len()).filter(|arm| deal.len() == 1 && open(arm)));
        };
        let mut shares = vec![Differences::new(2); arms.len()];
        let enough = AtomicBool::new(false);
        let mut round: Vec<Deal> = Vec::new();
        let mut due = LOOK;
        let until = format!("goal {} {}", self.goal, self.within);
        journal.play_arms(&arms, &until, 0, &others, &enough, &mut |deal| {
            if stop.load(Ordering::Relaxed) {
                enough.store(true, Ordering::Relaxed);
            }
            if enough.load(Ordering::Relaxed) {
                return;
            }
            round.push(deal);
            if round.len() < self.list.len() {
                return;
            }
            for deal in round.drain(..) {
                let open = |arm: usize| !closed[arm].load(Ordering::Relaxed);
                for (arm, game) in deal.iter().filter(|(arm, _)| open(*arm)) {
                    found.counted.add(game);
                    if game.end != End::Quarantined {
                        shares[*arm].add(2 * (score(&game.standing, 0) - 1));
                    }
                }
            }
            if shares[0].pairs() < due {
                return;
            }
            due += LOOK;
            for (share, closed) in shares.iter().zip(&closed).skip(1) {
                closed.store(self.is_known(share), Ordering::Relaxed);
            }
            let all = closed[1..].iter().all(|closed| closed.load(Ordering::Relaxed));
            enough.store(all, Ordering::Relaxed);
        })?;
        found.share = won(&shares[0]);
        Ok(shares[1..].iter().map(won).collect())
    }

    /// Returns `true` once a share is known to within [`within`](Search::within), or is known to be further than that
    /// from the goal.
    fn is_known(&self, share: &Differences) -> bool {
        let [low, high] = share.interval(1.0 - ERROR).map(|end| (end + 1.0) / 2.0);
        let is_elsewhere = low > self.goal + self.within || high < self.goal - self.within;
        is_elsewhere || high - low <= 2.0 * self.within
    }
}

/// A share by how far games were from one half, in halves of a game.
fn won(differences: &Differences) -> f64 {
    (differences.mean() + 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_are_taken_together_are_one_change() {
        let number = |path: &str, up| {
            let (card, path) = ("A".to_owned(), path.to_owned());
            Step::Number { card, path, up }
        };
        let steps = [
            number("cost", true),
            number("cost", false),
            number("hp", false),
            Step::Written("B +Sentinel".to_owned()),
        ];
        let told = |taken: &[usize]| written(&steps, &taken.to_vec());
        assert_eq!(told(&[0]).as_deref(), Some("A cost+1"));
        assert_eq!(told(&[0, 0, 2]).as_deref(), Some("A cost+2; A hp-1"));
        assert_eq!(told(&[2, 2, 3]).as_deref(), Some("B +Sentinel; A hp-2"));
        assert_eq!(told(&[0, 1]), None);
        assert_eq!(told(&[3, 3]), None);
    }
}
