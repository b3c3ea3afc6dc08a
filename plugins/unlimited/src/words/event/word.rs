//! The questions that every event answers, and the events' own phrases.

use cardmill_harness::library::Path;

use super::{Event, events};
use crate::library::{Check, Scope};
use crate::meeting::Meeting;
use crate::prelude::*;
use crate::reader::{At, Reader, Readings};
use crate::text::names::Names;

/// An event: what it says.
pub(crate) trait Word {
    /// Reports what is wrong with it: with the card that it names, unless more can be.
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        if let Some(card) = self.card() {
            check.subject(card, scope, path);
        }
    }

    /// The event as a clause, with a point in time where it is one: "this card is played", "at the
    /// end of the phase".
    fn happening(&self, names: &Names) -> String;

    /// The short form for an event of the card itself: "when played". `None` for events without one.
    fn of_itself(&self) -> Option<&'static str> {
        None
    }

    /// Its next occurrence: "the next time a unit attacks".
    fn next(&self, names: &Names) -> String {
        let happening = self.happening(names);
        if self.is_timing_point() { happening } else { format!("the next time {happening}") }
    }

    /// The words for what it happens to, later in the text: "that unit".
    fn subject(&self) -> &'static str {
        "that unit"
    }

    /// Tells whether it is a point of the round, which comes anyway.
    fn is_timing_point(&self) -> bool {
        false
    }

    /// The words for what `Number` counts, where it is how much of something: "damage dealt".
    fn number(&self) -> Option<&'static str> {
        None
    }

    /// Tells whether it is about damage that a unit survives.
    fn is_survived(&self) -> bool {
        false
    }

    /// The card that it names, as what it happens to or as its source.
    fn card(&self) -> Option<&Subject> {
        None
    }

    /// The facts that it can be, one bit each.
    fn facts(&self) -> u32;

    /// Tells whether it is a fact. Returns the card that it happened to ("that unit").
    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref>;

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

events! {
    /// The word of this variant, to be asked.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word
    }

    /// Tells whether it is a fact. Returns the card that it happened to ("that unit").
    pub(crate) fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        |word| word.is_met(by)
    }
}

impl Event {
    /// The facts that events can be, one bit each.
    #[must_use]
    pub fn facts_of<'e>(events: impl IntoIterator<Item = &'e Self>) -> u32 {
        events.into_iter().fold(0, |bits, event| bits | event.word().facts())
    }

    /// Tells whether it is about damage that a unit survives.
    #[must_use]
    pub fn is_survived(&self) -> bool {
        self.word().is_survived()
    }

    /// The words for what any of these events happens to, later in the text: "that unit".
    pub(crate) fn subject_of(when: &[Self]) -> &'static str {
        let all = when.iter().map(|event| event.word().subject());
        all.reduce(|one, other| if one == "that unit" { other } else { one }).unwrap_or("that unit")
    }

    /// The words for what `Number` counts whichever of these events happens; `None` if they differ in it.
    pub(crate) fn number_of(when: &[Self]) -> Option<&'static str> {
        let mut all = when.iter().map(|event| event.word().number());
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// Tells whether the card it names, as what it happens to or as its source, can only be the
    /// card that the ability is on.
    #[must_use]
    pub fn is_about_itself(&self) -> bool {
        self.word().card() == Some(&Subject::This)
    }
}

/// A phrase that is what happens, read after "when", and forms that mean the same.
macro_rules! phrase {
    ([$($part:tt)*] $(, $($forms:tt)*)?) => {
        fn happening(&self, names: &Names) -> String {
            $crate::reader::told!(self names true; [$($part)*])
        }

        $crate::reader::phrases!(["when?" $($part)*] $(, $($forms)*)?);
    };
}

pub(crate) use phrase;
