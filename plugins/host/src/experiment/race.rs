//! The best entry of every kind against a field: changed at random, raced on common deals, kept
//! where it beats what was there.
//!
//! (MAP-Elites: Mouret and Clune 2015; for decks Fontaine and others, GECCO 2019. Races: a candidate
//! is dropped as soon as it is behind on the same deals, and of the others those that are least ahead:
//! successive halving, Jamieson and Talwalkar 2016.)

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use cardmill_kernel::streams::{Purpose, below, generator};

use crate::analysis::betting::Differences;
use crate::analysis::wilson;
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::exchange::exchanged;
use crate::host::{Catalogue, Host};
use crate::record::{Counted, End, GameRecord};
use crate::setup::{Settings, Setups};

use super::journal::Journal;
use super::{ERROR, score};

/// Candidates that are raced side by side.
const TOGETHER: usize = 48;

/// Rounds of the field after which a race is looked at.
const STAGES: [u64; 4] = [8, 32, 128, 512];

/// Of so many that are still ahead but not for certain, one goes on to the next stage: each stage
/// takes about as many games as any other.
const STAY: usize = 4;

/// The most cards that are exchanged at a time.
const EXCHANGED: usize = 3;

/// The changes of an entry that are drawn for each place in a race, before another entry is changed.
const TRIES: usize = 20;

/// An entry and how it does.
#[derive(Clone)]
pub struct Racer<E = Entry> {
    /// The entry that is raced.
    pub entry: E,
    /// Its kind, in hundredths.
    pub kind: [u32; 2],
    /// Its scores, in halves, deal by deal; the same deals for all.
    scores: Vec<u8>,
}

impl<E> Racer<E> {
    /// Deals that it was played in.
    #[must_use]
    pub fn deals(&self) -> usize {
        self.scores.len()
    }

    /// Its share of them.
    #[must_use]
    pub fn share(&self) -> f64 {
        let sum: u64 = self.scores.iter().map(|&score| u64::from(score)).sum();
        sum as f64 / (2.0 * self.scores.len().max(1) as f64)
    }

    /// The share that it has at least, nineteen times in twenty and more.
    fn sure_share(&self) -> f64 {
        let halves: u64 = self.scores.iter().map(|&score| u64::from(score)).sum();
        wilson(halves / 2, self.scores.len() as u64)[0]
    }

    /// The differences between its scores and those of another, deal by deal, on the deals that both played.
    fn ahead_of(&self, other: &Self) -> Differences {
        let mut ahead = Differences::new(2);
        for (mine, theirs) in self.scores.iter().zip(&other.scores) {
            ahead.add(i32::from(*mine) - i32::from(*theirs));
        }
        ahead
    }
}

/// A search for the entries that do best against given opponents.
pub struct Search<'a> {
    /// The cards that entries are made of.
    pub catalogue: &'a Catalogue,
    /// The setups in which an entry, which sits first, meets those that it is to beat.
    pub meets: &'a dyn Fn(&Entry) -> Setups,
    /// The settings of the games; their number is not read.
    pub settings: &'a Settings,
    /// The games after which nothing new is tried.
    pub budget: u64,
}

/// The best entries that a search found, kind by kind.
#[derive(Clone)]
pub struct Archive {
    /// The best of each kind that was found.
    pub best: BTreeMap<[u32; 2], Racer>,
    /// Entries that were tried.
    pub tried: u64,
    /// The games that were counted: those that were set aside as drawn.
    pub counted: Counted,
}

impl Archive {
    /// The best of all kinds. First comes whose share is great however unlucky the others may have
    /// been: a few lucky games are no great share.
    #[must_use]
    pub fn ranking(&self) -> Vec<&Racer> {
        let mut all: Vec<&Racer> = self.best.values().collect();
        all.sort_by(|one, other| other.sure_share().total_cmp(&one.sure_share()));
        all
    }

    fn place(&mut self, game: &dyn Host, racer: Racer) {
        let place = cell(game, racer.kind);
        let beaten = self.best.get(&place).is_none_or(|best| racer.ahead_of(best).mean() > 0.0);
        if beaten {
            self.best.insert(place, racer);
        }
    }
}

/// The place of a kind in an archive.
fn cell(game: &dyn Host, kind: [u32; 2]) -> [u32; 2] {
    let [one, other] = game.kinds().map_or([1; 2], |kinds| kinds.map(|kind| kind.width.max(1)));
    [kind[0] / one, kind[1] / other]
}

impl Search<'_> {
    /// Searches from these entries on, until the games are used up or `stop` is set.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_arms`].
    pub fn run(
        &self,
        from: Vec<Entry>,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_race: &mut dyn FnMut(&Archive),
    ) -> Result<Archive, Error> {
        let mut archive = Archive { best: BTreeMap::new(), tried: 0, counted: Counted::default() };
        let mut seen = BTreeSet::new();
        let Some(mut parent) = from.first().cloned() else { return Ok(archive) };
        let mut next: Vec<Racer> =
            from.into_iter().filter_map(|entry| self.enter(entry, &mut seen)).collect();
        for generation in 0.. {
            if next.is_empty()
                || archive.counted.games >= self.budget
                || stop.load(Ordering::Relaxed)
            {
                break;
            }
            archive.tried += next.len() as u64;
            self.race(&parent, core::mem::take(&mut next), &mut archive, journal, stop)?;
            on_race(&archive);
            let mut rng = generator(self.settings.seed, generation, Purpose::Shared);
            let mut draw = |bound| below(&mut rng, bound);
            let Some(best) = archive.best.values().nth(draw(archive.best.len().max(1))) else {
                break;
            };
            parent = best.entry.clone();
            for _ in 0..TOGETHER * TRIES {
                if next.len() < TOGETHER {
                    let cards = draw(EXCHANGED) + 1;
                    let changed = exchanged(&parent, cards, self.catalogue, &mut draw);
                    next.extend(changed.and_then(|entry| self.enter(entry, &mut seen)));
                }
            }
        }
        Ok(archive)
    }

    /// An entry to be raced, unless it was before.
    fn enter(&self, entry: Entry, seen: &mut BTreeSet<Vec<String>>) -> Option<Racer> {
        let mut cards: Vec<String> =
            entry.cards(self.catalogue).into_iter().map(str::to_owned).collect();
        cards.sort_unstable();
        let kind = entry.kind(self.catalogue);
        seen.insert(cards).then_some(Racer { entry, kind, scores: Vec::new() })
    }

    /// Races entries on the same deals, and keeps those that are the best of their kind. Deals of
    /// their parent's games on which none of the cards bears that they have exchanged are not played
    /// again.
    fn race(
        &self,
        parent: &Entry,
        mut racers: Vec<Racer>,
        archive: &mut Archive,
        journal: &mut Journal,
        stop: &AtomicBool,
    ) -> Result<(), Error> {
        let game = self.catalogue.game();
        let place = |racer: &Racer| cell(game, racer.kind);
        let mut played = 0;
        for rounds in STAGES {
            // Who is to be beaten has as many games as who is to beat it.
            let entered = racers.len();
            let mut challenged: Vec<_> = racers.iter().map(place).collect();
            challenged.sort_unstable();
            challenged.dedup();
            challenged.retain(|at| archive.best.get(at).is_some_and(|best| best.deals() == played));
            racers.extend(challenged.iter().filter_map(|at| archive.best.get(at).cloned()));
            let of_parent = self.stage(
                parent,
                &mut racers,
                (played, rounds),
                &mut archive.counted,
                journal,
                stop,
            )?;
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            played += of_parent.len();
            for best in racers.drain(entered..) {
                archive.best.insert(place(&best), best);
            }
            let mut open = Vec::new();
            for racer in core::mem::take(&mut racers) {
                let ahead = archive.best.get(&place(&racer)).map(|best| racer.ahead_of(best));
                match ahead {
                    Some(ahead) if ahead.mean() < 0.0 => {}
                    Some(ahead) if ahead.interval(1.0 - ERROR)[0] <= 0.0 => {
                        open.push((ahead.mean(), racer));
                    }
                    _ => archive.place(game, racer),
                }
            }
            open.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            racers.extend(open.into_iter().map(|(_, racer)| racer).take(entered.div_ceil(STAY)));
            if racers.is_empty() {
                return Ok(());
            }
        }
        racers.into_iter().for_each(|racer| archive.place(game, racer));
        Ok(())
    }

    /// Plays so many rounds of the field, of which so many deals were played, with some entries; says how
    /// their parent came in on those that were not, in halves.
    fn stage(
        &self,
        parent: &Entry,
        racers: &mut [Racer],
        (played, rounds): (usize, u64),
        counted: &mut Counted,
        journal: &mut Journal,
        stop: &AtomicBool,
    ) -> Result<Vec<u8>, Error> {
        let entries = core::iter::once(parent).chain(racers.iter().map(|racer| &racer.entry));
        let setups: Vec<Setups> = entries.map(self.meets).collect();
        let settings = Settings { games: rounds, ..self.settings.clone() };
        let arms = Arm::of_entries(self.catalogue, &setups, &settings);
        let others = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            others.extend((1..arms.len()).filter(|_| deal.len() == 1));
        };
        let terms = format!("optimize {}", self.budget);
        let mut of_parent = Vec::new();
        journal.play_arms(&arms, &terms, played as u64, &others, stop, &mut |deal| {
            for (arm, game) in deal {
                let aside = game.end == End::Quarantined;
                let halves = if aside { 1 } else { score(&game.standing, 0) } as u8;
                match arm.checked_sub(1) {
                    Some(racer) => racers[racer].scores.push(halves),
                    None => of_parent.push(halves),
                }
                counted.add(&game);
            }
        })?;
        Ok(of_parent)
    }

    /// The entry among some that does best in the place of their parent, where one is ahead of it; raced as
    /// above, of whatever kind they are. The games are taken in by `counted`.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_arms`].
    pub fn best(
        &self,
        parent: &Entry,
        entries: Vec<Entry>,
        counted: &mut Counted,
        journal: &mut Journal,
        stop: &AtomicBool,
    ) -> Result<Option<Entry>, Error> {
        let racer = |entry: Entry| {
            let kind = entry.kind(self.catalogue);
            Racer { entry, kind, scores: Vec::new() }
        };
        let mut own = racer(parent.clone());
        let mut racers: Vec<Racer> = entries.into_iter().map(racer).collect();
        for rounds in STAGES {
            if racers.is_empty() {
                return Ok(None);
            }
            let played = (own.scores.len(), rounds);
            let scores = self.stage(parent, &mut racers, played, counted, journal, stop)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            own.scores.extend(scores);
            let entered = racers.len();
            let ahead = |racer: Racer| (racer.ahead_of(&own).mean(), racer);
            let mut ranked: Vec<(f64, Racer)> = racers.into_iter().map(ahead).collect();
            ranked.retain(|(ahead, _)| *ahead >= 0.0);
            ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            racers =
                ranked.into_iter().map(|(_, racer)| racer).take(entered.div_ceil(STAY)).collect();
        }
        let best = racers.into_iter().next().filter(|racer| racer.ahead_of(&own).mean() > 0.0);
        Ok(best.map(|racer| racer.entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn racer(scores: &[u8]) -> Racer<()> {
        Racer { entry: (), kind: [250, 60], scores: scores.to_vec() }
    }

    #[test]
    fn racers_are_compared_on_the_deals_of_both() {
        let (one, other) = (racer(&[2, 2, 0, 1]), racer(&[0, 2]));
        assert_eq!((one.deals(), one.share()), (4, 0.625));
        assert_eq!((one.ahead_of(&other).pairs(), one.ahead_of(&other).mean()), (2, 0.5));
        assert_eq!(other.ahead_of(&one).mean(), -0.5);
    }
}
