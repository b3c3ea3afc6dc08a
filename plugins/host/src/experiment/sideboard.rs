//! Sideboard plans: the exchanges against an opponent, between the games of a match, that an entry is better off for.
//!
//! Exchanges are raced on common deals, one after another; the best is played on fresh deals against the
//! entry as it was before, and kept where it is better. The first that is not ends the search.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::journal::Journal;
use super::race::Search;
use super::{Answer, Question, Terms, Verdict, ask, verdicts};
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::Counted;
use crate::setup::{Settings, Setup, Setups};

/// Copies of a card that go out for as many of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The id of the card that goes out.
    pub out: String,
    /// The id of the card that comes in.
    pub into: String,
    /// The number of copies that are exchanged, at least one.
    pub copies: usize,
}

/// An exchange and what it is worth.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The exchange that was tried.
    pub exchange: Exchange,
    /// The gain of the entry by the exchange, on fresh deals.
    pub answer: Answer,
    /// The verdict on that gain.
    pub verdict: Verdict,
}

/// The exchanges that were found against one opponent.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The exchanges that are made, in the order in which they were found; empty where the entry stays as it is.
    pub kept: Vec<Tried>,
    /// The best that was found beyond these, which is no better; none where nothing was ahead.
    pub beyond: Option<Tried>,
    /// The gain by all of these exchanges together; `None` where there are none.
    pub together: Option<Answer>,
}

/// An entry and an opponent, and how exchanges are searched for.
pub struct Boarding<'a> {
    /// The cards that all games are played with.
    pub catalogue: &'a Catalogue,
    /// The entry, with what can be exchanged beside it.
    pub own: &'a Entry,
    /// The entry of the opponent, which stays as it is.
    pub other: &'a Entry,
    /// The settings of the games, with the most deals that a question may take.
    pub settings: &'a Settings,
    /// Changes that count as none, in shares of a game.
    pub equal: f64,
    /// Games of a deal of the search: as many as make a race worth its while.
    pub times: usize,
    /// The most exchanges, one after another.
    pub most: usize,
}

impl Boarding<'_> {
    fn meets(&self, entry: &Entry, times: usize) -> Setups {
        let list = vec![Setup::pair(0, 1); times];
        Setups::new(vec![entry.clone(), self.other.clone()], Vec::new(), list)
    }

    /// Searches. `on_games` is told how many games it took whenever some were played.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_arms`].
    pub fn run(
        &self,
        counted: &mut Counted,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_games: &mut dyn FnMut(u64),
    ) -> Result<Found, Error> {
        let mut found = Found::default();
        let before = counted.games;
        let mut entry = self.own.clone();
        // A seed of its own for every search and for every question.
        let mut seeds = (0..).map(|step| self.settings.seed.wrapping_add(step));
        let mut seeded =
            || Settings { seed: seeds.next().unwrap_or_default(), ..self.settings.clone() };
        while found.kept.len() < self.most && !stop.load(Ordering::SeqCst) {
            let settings = seeded();
            let meets = &|entry: &Entry| self.meets(entry, self.times);
            let search =
                Search { catalogue: self.catalogue, meets, settings: &settings, budget: 0 };
            let exchanges = self.exchanges(&entry, &found.kept);
            let entries = exchanges.iter().map(|(_, entry)| entry.clone()).collect();
            let best = search.best(&entry, entries, counted, journal, stop)?;
            on_games(counted.games - before);
            let Some(best) = best else { break };
            let is_best = |(_, entry): &(Exchange, Entry)| {
                entry.cards(self.catalogue) == best.cards(self.catalogue)
            };
            let Some((exchange, _)) = exchanges.into_iter().find(is_best) else { break };
            let (answer, verdict) = self.ask(&entry, &best, &seeded(), counted, journal, stop)?;
            on_games(counted.games - before);
            let tried = Tried { exchange, answer, verdict };
            if verdict != Verdict::Better {
                found.beyond = Some(tried);
                break;
            }
            found.kept.push(tried);
            entry = best;
        }
        found.together = match &found.kept[..] {
            [] => None,
            [one] => Some(one.answer.clone()),
            _ => Some(self.ask(self.own, &entry, &seeded(), counted, journal, stop)?.0),
        };
        Ok(found)
    }

    /// All exchanges that can be made, of one copy and of as many as there are, but such as take back what
    /// was exchanged.
    fn exchanges(&self, entry: &Entry, kept: &[Tried]) -> Vec<(Exchange, Entry)> {
        let counts = |ids: &[&str]| -> BTreeMap<String, usize> {
            let mut counts = BTreeMap::new();
            ids.iter().for_each(|id| *counts.entry((*id).to_owned()).or_default() += 1);
            counts
        };
        let mut own = counts(&entry.cards(self.catalogue));
        own.retain(|id, _| kept.iter().all(|tried| tried.exchange.into != *id));
        let mut aside = counts(&entry.aside(self.catalogue));
        aside.retain(|id, _| kept.iter().all(|tried| tried.exchange.out != *id));
        let mut all = Vec::new();
        for (into, beside) in &aside {
            for (out, copies) in own.iter().filter(|(out, _)| *out != into) {
                let most = (*copies).min(*beside);
                let mut sizes = vec![1, most];
                sizes.dedup();
                all.extend(sizes.into_iter().filter_map(|copies| {
                    let (outs, intos) = (vec![out.as_str(); copies], vec![into.as_str(); copies]);
                    let boarded = entry.boarded(self.catalogue, &outs, &intos)?;
                    let exchange = Exchange { out: out.clone(), into: into.clone(), copies };
                    Some((exchange, boarded))
                }));
            }
        }
        all
    }

    /// Plays both entries against the opponent on fresh deals, and returns the gain of `after` over `before` with its
    /// verdict.
    fn ask(
        &self,
        before: &Entry,
        after: &Entry,
        settings: &Settings,
        counted: &mut Counted,
        journal: &mut Journal,
        stop: &AtomicBool,
    ) -> Result<(Answer, Verdict), Error> {
        let setups = [before, after].map(|entry| self.meets(entry, 1));
        let arms = Arm::of_entries(self.catalogue, &setups, settings);
        let terms = Terms { equal: self.equal, precision: None, questions: 1 };
        let questions = [Question { arm: 1, seat: 0 }];
        let ignore = (&mut |_| (), &mut |_: &_| ());
        let findings = ask(&arms, &questions, &terms, journal, stop, ignore.0, ignore.1)?;
        counted.merge(&findings.counted);
        let verdict = verdicts(&findings.answers.iter().collect::<Vec<_>>(), &terms)[0];
        let answer = findings.answers.into_iter().next().expect("a question has an answer");
        Ok((answer, verdict))
    }
}
