//! `cardmill value --replace`: what to cut from a deck, and for what.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::experiment::{handled, places};
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::experiment::journal::Journal;
use crate::experiment::race::Search;
use crate::experiment::{Question, Terms, ask, verdicts};
use crate::host::Catalogue;
use crate::output::answers::Row;
use crate::output::replacements::{Better, Replacement};
use crate::record::Counted;
use crate::setup::{Settings, Setups};

/// A deck whose cards are replaced, and how it is played.
pub(super) struct Replacing<'a> {
    pub(super) catalogue: &'a Catalogue,
    /// The setups that are played; the deck sits first in each.
    pub(super) setups: &'a Setups,
    /// The name of the deck in results.
    pub(super) player: &'a str,
    pub(super) against: &'a [String],
    pub(super) settings: &'a Settings,
    /// The change that counts as none, in shares of a game.
    pub(super) equal: f64,
}

impl Replacing<'_> {
    /// The setups with another deck in the place of the first.
    fn with(&self, entry: &Entry) -> Setups {
        let mut setups = self.setups.clone();
        setups.entries[0] = entry.clone();
        setups
    }

    /// Looks for the best card in the place of a copy of each of these, and plays what was found on
    /// fresh deals: those of the next seed.
    ///
    /// # Errors
    ///
    /// When the engine cannot be set up, or games cannot be kept.
    pub(super) fn run(
        &self,
        weak: &[String],
        counted: &mut Counted,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_card: &mut dyn FnMut(usize),
    ) -> Result<Vec<Replacement>, Error> {
        let own = &self.setups.entries[0];
        let cards = own.cards(self.catalogue);
        let name = self.catalogue.names();
        let meets = &|entry: &Entry| self.with(entry);
        let search =
            Search { catalogue: self.catalogue, meets, settings: self.settings, budget: 0 };
        let mut all = Vec::new();
        let mut found = Vec::new();
        for (number, card) in weak.iter().enumerate() {
            if stop.load(Ordering::SeqCst) {
                return Ok(Vec::new());
            }
            on_card(number);
            let place = cards.iter().position(|id| id == card);
            let others = own.pool(self.catalogue).into_iter().filter(|id| id != card);
            let entries = place.map_or_else(Vec::new, |place| {
                others.filter_map(|id| own.with(self.catalogue, place, id).ok()).collect()
            });
            let best = search.best(own, entries, counted, journal, stop)?;
            all.push(Replacement { card: card.clone(), name: name(card), found: None });
            found.extend(best.zip(place).map(|(entry, place)| {
                let id = entry.cards(self.catalogue)[place].to_owned();
                (number, id, entry)
            }));
        }
        if found.is_empty() || stop.load(Ordering::SeqCst) {
            return Ok(all);
        }
        let fresh = Settings { seed: self.settings.seed.wrapping_add(1), ..self.settings.clone() };
        let setups: Vec<Setups> = core::iter::once(self.setups.clone())
            .chain(found.iter().map(|(.., entry)| self.with(entry)))
            .collect();
        let about = |at: usize| -> BTreeSet<String> {
            let (number, id, _) = &found[at];
            [all[*number].card.clone(), id.clone()].into()
        };
        let abouts: Vec<BTreeSet<String>> = (0..found.len()).map(about).collect();
        let every: BTreeSet<String> = abouts.iter().flatten().cloned().collect();
        let of_arms = core::iter::once(&every).chain(&abouts);
        let mut arms = Arm::of_entries(self.catalogue, &setups, &fresh);
        for (arm, about) in arms.iter_mut().zip(of_arms) {
            arm.tally = true;
            arm.about = Some(places(self.catalogue, about));
        }
        let questions: Vec<Question> =
            (1..arms.len()).map(|arm| Question { arm, seat: 0 }).collect();
        let terms = Terms { equal: self.equal, precision: None, questions: questions.len() };
        let ignore = (&mut |_| (), &mut |_: &_| ());
        let findings = ask(&arms, &questions, &terms, journal, stop, ignore.0, ignore.1)?;
        counted.merge(&findings.counted);
        let answers: Vec<_> = findings.answers.iter().collect();
        let verdicts = verdicts(&answers, &terms);
        for (((number, id, _), (answer, verdict)), about) in
            found.iter().zip(findings.answers.iter().zip(verdicts)).zip(&abouts)
        {
            let row = Row {
                variant: number + 1,
                player: self.player.to_owned(),
                agents: None,
                copies: Some(1),
                misused: Vec::new(),
                cards: handled(answer.handled.each_ref().map(|of| (self.catalogue, of, about))),
                of_cards: true,
                answer: answer.clone(),
                verdict,
                against: self.against.to_vec(),
                replays: [None, None],
            };
            let better = Better { card: id.clone(), name: name(id), answer: row };
            all[*number].found = Some(better);
        }
        Ok(all)
    }
}
