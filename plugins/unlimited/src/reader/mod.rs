//! The reader: what a sentence of rules text says, in the vocabulary.
//!
//! Two ways of speaking are read by the same forms: printed English ("When Played: You may deal 2
//! damage to a ground unit.") and the project's own words, which [`text`](crate::text) works out
//! from a definition. How a word is said stands in its [room](crate::words), beside its text; what
//! words share stands here:
//!
//! | File | Reads |
//! |---|---|
//! | `word` | a text as words |
//! | `form` | forms of sentences: `["deal" (n: Number) "damage to" (to: Targets)] => …` |
//! | `phrase` | patterns of words that are printed as well: `["rescue" (0: Targets)]` |
//! | `number` | numbers, keywords, traits, aspects, durations |
//! | `noun`, `comparison` | which cards: "another friendly Imperial unit"; "with more power than this unit" |
//! | `whom` | who and whom: "it", "your base", "each opponent" |
//! | `measure`, `grant`, `replacement` | amounts, what cards get, what happens instead |
//! | `step`, `instead` | sentences in a row, and the steps of one; what is done otherwise |
//! | `rephrase` | nothing: it says as print does what people write otherwise |
//! | `ability`, `card`, `sheet` | whole abilities, cards with their facts, cards in plain words |
//! | `file` | nothing: it writes down what was read |
//!
//! Every reading is looked for. A text that no form reads to its end is refused, with the furthest
//! place that was reached and what would have led on; so is one that can be read in two ways. Two
//! readings are the same when the project's own words for them are the same; and when one of them
//! says in these words just what was written, it is meant.

mod ability;
mod card;
mod comparison;
mod file;
mod form;
mod grant;
mod instead;
mod line;
mod measure;
mod noun;
mod number;
mod phrase;
mod prelude;
mod rephrase;
mod replacement;
mod sheet;
mod step;
mod whom;
mod word;

pub(crate) use ability::{Costlier, Quoted};
pub use card::{Card, Side, Unreadable, read, read_card};
pub use file::{fields, file};
pub use form::Stop;
pub(crate) use form::{At, Reader, Readings, Said, add, said};
pub(crate) use grant::Grants;
pub(crate) use measure::{Amount, EqualTo, ForEach};
pub(crate) use noun::{
    Bare, BareCard, Doing, Many, ManyCards, One, OneCard, Predicate, State, Titles,
};
pub(crate) use number::{Cards, Few, Icons, Number, Resources, Signed, list};
pub(crate) use phrase::{Slot, Told, phrases, told};
pub(crate) use replacement::Happens;
pub(crate) use step::{Supposed, Together};
pub(crate) use whom::{BaseOf, Chooser, Its, Object, Owner, Player, Target, Targets};

/// The reason that a text was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// No form goes on from there.
    Stopped(Stop),
    /// It can be read in more than one way: two of them, in the project's own words.
    Ambiguous(String, String),
    /// It has too many parts to be searched for a meaning.
    TooLong,
}

impl core::fmt::Display for Unread {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Stopped(stop) => {
                match stop.words.as_str() {
                    "" => f.write_str("stopped at its end")?,
                    words => write!(f, "stopped at \"{}\"", excerpt(words))?,
                }
                if !stop.expected.is_empty() {
                    write!(f, "; expected there: {}", stop.expected.join(", "))?;
                }
                for (place, example) in stop.examples.iter().enumerate() {
                    let before = if place == 0 { "; such as" } else { "," };
                    write!(f, "{before} \"{example}\"")?;
                }
                Ok(())
            }
            Self::Ambiguous(one, other) => {
                write!(f, "can be read in two ways: \"{one}\" and \"{other}\"")
            }
            Self::TooLong => f.write_str("too long to be searched for a meaning"),
        }
    }
}

/// Letters of a line that are told.
const LINE: usize = 100;

/// A line, cut off where it is long.
fn excerpt(line: &str) -> String {
    match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None => line.to_owned(),
    }
}
