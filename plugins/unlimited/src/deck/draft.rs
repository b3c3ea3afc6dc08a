//! Deck files as read, before anybody asks which cards are meant.

use super::{DeckProblem, MAX_PROBLEMS};

/// The contents of a deck file, as written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The name of the deck, as written.
    pub(super) name: Option<String>,
    /// Its entries, in order.
    pub(super) entries: Vec<Entry>,
    /// It is a deck for limited.
    pub(super) limited: bool,
    /// The exchanges between the games of a match, one for each opponent that is named.
    pub(super) plans: Vec<Exchange>,
}

/// The exchange against the deck of a name, in the words of a file.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) against: String,
    pub(super) out: Vec<Entry>,
    pub(super) into: Vec<Entry>,
}

impl Draft {
    /// A deck of these cards by their ids, leader and base first, behind them a second leader if `two`, as
    /// a JSON file would say it.
    pub(super) fn of(name: &str, cards: &[&str], two: bool) -> Self {
        let entry = |place, section, copies: &[&str]| Entry {
            place,
            section,
            card: Some(Wanted { id: Some(copies[0].to_owned()), ..Wanted::default() }),
            count: Some(copies.len()),
        };
        let leader = entry(Place::Field("leader"), Section::Leader, &cards[..1]);
        let base = entry(Place::Field("base"), Section::Base, &cards[1..2]);
        let second =
            two.then(|| entry(Place::Field("secondleader"), Section::Leader, &cards[2..3]));
        let rest = cards[if two { 3 } else { 2 }..].chunk_by(|one, next| one == next).enumerate();
        let rest = rest.map(|(n, copies)| entry(Place::Element("deck", n), Section::Deck, copies));
        Self {
            name: Some(name.to_owned()),
            entries: [leader, base].into_iter().chain(second).chain(rest).collect(),
            ..Self::default()
        }
    }
}

/// An entry of a deck file.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) place: Place,
    pub(super) section: Section,
    /// The card. `None` where it is not said, which has been noted.
    pub(super) card: Option<Wanted>,
    /// The number of copies. `None` where it is not said, which has been noted.
    pub(super) count: Option<usize>,
}

/// The part of a deck that an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Leader,
    Base,
    Deck,
    Sideboard,
    /// Wherever the card belongs by its kind.
    Any,
}

/// A card as a file names it: by id, by name, or by both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) subtitle: Option<String>,
}

/// The place of an entry in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A field of a JSON object.
    Field(&'static str),
    /// An element of a list in a field.
    Element(&'static str, usize),
    /// A line of a text, from 1.
    Line(usize),
}

impl Place {
    /// The place of a part of the entry, where a file tells parts apart.
    pub(super) fn part(self, part: &str) -> String {
        match self {
            Self::Field(field) => format!("{field}.{part}"),
            Self::Element(field, number) => format!("{field}[{number}].{part}"),
            Self::Line(_) => self.whole(),
        }
    }

    /// The place of all of it.
    pub(super) fn whole(self) -> String {
        match self {
            Self::Field(field) => field.to_owned(),
            Self::Element(field, number) => format!("{field}[{number}]"),
            Self::Line(line) => format!("line {line}"),
        }
    }
}

/// The mistakes in a deck file; only the first ones are kept.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub(super) first: Vec<DeckProblem>,
    pub(super) more: usize,
}

impl Problems {
    pub(super) const fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Counts a problem, if no more are kept, and says whether that was so.
    pub(super) const fn only_counts(&mut self) -> bool {
        let full = self.first.len() >= MAX_PROBLEMS;
        self.more += full as usize;
        full
    }

    /// Notes a mistake at a place, by what was expected there.
    pub(super) fn add(&mut self, place: impl Into<String>, expected: impl Into<String>) {
        self.note(DeckProblem { place: place.into(), expected: expected.into(), missing: None });
    }

    /// Notes a mistake; once [`MAX_PROBLEMS`] are kept, only their number grows.
    pub(super) fn note(&mut self, problem: DeckProblem) {
        if !self.only_counts() {
            self.first.push(problem);
        }
    }
}
