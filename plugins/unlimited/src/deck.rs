//! Deck files, as SWUDB and Karabast export them.
//!
//! ```json
//! {
//!     "metadata": { "name": "Vader", "author": "somebody" },
//!     "leader": { "id": "SOR_010", "count": 1 },
//!     "base": { "id": "SOR_026", "count": 1 },
//!     "deck": [{ "id": "SOR_164", "count": 3 }],
//!     "sideboard": []
//! }
//! ```
//!
//! Fields that are not named here are ignored.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use thiserror::Error;

use crate::library::Library;
use crate::vocabulary::{Definition, Kind};

/// The fewest cards of a deck, leader and base not counted (CR 9.2.2A).
pub const MIN_CARDS: usize = 50;
/// The most cards that a table has room for.
pub const MAX_CARDS: usize = 90;
/// The most copies of a card (CR 9.2.2B).
pub const MAX_COPIES: usize = 3;
/// The most cards of a sideboard (CR 9.2.2C).
pub const MAX_SIDEBOARD: usize = 10;

/// A deck that may be played. Cards are places in [`Library::definitions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The name in the file's metadata, otherwise the file's name without its extension.
    pub name: String,
    /// The leader.
    pub leader: u16,
    /// The base.
    pub base: u16,
    /// Every other card, copies one after another, in the order of the file.
    pub cards: Vec<u16>,
}

/// What is wrong with a deck file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct DeckError {
    /// The file.
    pub file: PathBuf,
    /// Everything that is wrong, in the order in which it was found. Never empty.
    pub problems: Vec<DeckProblem>,
}

/// One thing that is wrong with a deck file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{place}: {expected}")]
pub struct DeckProblem {
    /// A line and a column from 1 (`3:14`) where the file is no JSON, otherwise a path into it
    /// (`deck[3].id`).
    pub place: String,
    /// What was expected, and what was found instead.
    pub expected: String,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, problem) in self.problems.iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            write!(f, "{}: {problem}", self.file.display())?;
        }
        Ok(())
    }
}

impl Deck {
    /// Reads a deck file and checks it against the Premier rules (CR 9.2.2), save for rotation.
    ///
    /// # Errors
    ///
    /// All of these together:
    /// * a file that cannot be read, or is no JSON (then nothing else is looked at);
    /// * a leader or base that is missing or another kind of card, or a second leader;
    /// * an id that the library does not have, in the sideboard as well;
    /// * a leader, a base or a token among the cards;
    /// * a count that is missing or 0;
    /// * more than [`MAX_COPIES`] of a card, all its entries together;
    /// * fewer than [`MIN_CARDS`] or more than [`MAX_CARDS`] cards, or more than
    ///   [`MAX_SIDEBOARD`] in the sideboard.
    pub fn read(path: &Path, library: &Library) -> Result<Self, DeckError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, path, library),
            Err(error) => Err(DeckError {
                file: path.to_owned(),
                problems: vec![DeckProblem {
                    place: "file".to_owned(),
                    expected: format!("expected something readable: {error}"),
                }],
            }),
        }
    }

    /// As [`read`](Self::read), from a text in memory; the path only gives names.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), without those of reading.
    pub fn parse(text: &str, path: &Path, library: &Library) -> Result<Self, DeckError> {
        let mut reader = Reader { library, problems: Vec::new() };
        let deck = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
            Ok(Value::Object(file)) => reader.deck(&file, path),
            Ok(other) => {
                reader.problem("file", format!("expected an object, found {}", kind(&other)))
            }
            Err(error) => {
                let place = format!("{}:{}", error.line(), error.column());
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                reader.problem(&place, format!("expected JSON: {message}"))
            }
        };
        match deck {
            Some(deck) if reader.problems.is_empty() => Ok(deck),
            _ => Err(DeckError { file: path.to_owned(), problems: reader.problems }),
        }
    }
}

/// Reads the parts of a deck file and collects what is wrong with them.
struct Reader<'a> {
    library: &'a Library,
    problems: Vec<DeckProblem>,
}

/// An entry of a list of cards.
struct Entry<'a> {
    place: String,
    card: u16,
    definition: &'a Definition,
    count: usize,
}

impl<'a> Reader<'a> {
    /// Notes a problem; gives nothing, for the value that is missing through it.
    fn problem<T>(&mut self, place: &str, expected: impl Into<String>) -> Option<T> {
        self.problems.push(DeckProblem { place: place.to_owned(), expected: expected.into() });
        None
    }

    /// The deck. Meaningless where a problem was noted.
    fn deck(&mut self, file: &Map<String, Value>, path: &Path) -> Option<Deck> {
        let leader = self.one(file, "leader", Kind::Leader);
        if file.get("secondleader").is_some_and(|second| !second.is_null()) {
            self.problem::<()>("secondleader", "expected none: a deck has one leader");
        }
        let base = self.one(file, "base", Kind::Base);
        let entries = match file.get("deck") {
            Some(_) => self.list(file, "deck"),
            None => self.problem("deck", "expected a list of cards, found nothing"),
        };
        if let Some(entries) = &entries {
            self.check(entries);
        }
        if let Some(sideboard) = self.list(file, "sideboard") {
            let count = total(&sideboard);
            if count > MAX_SIDEBOARD {
                let expected = format!("expected at most {MAX_SIDEBOARD} cards, found {count}");
                self.problem::<()>("sideboard", expected);
            }
        }
        if !self.problems.is_empty() {
            return None;
        }
        let copies = |entry: Entry<'_>| std::iter::repeat_n(entry.card, entry.count);
        Some(Deck {
            name: name(file, path),
            leader: leader?,
            base: base?,
            cards: entries?.into_iter().flat_map(copies).collect(),
        })
    }

    /// The leader or the base.
    fn one(&mut self, file: &Map<String, Value>, field: &str, wanted: Kind) -> Option<u16> {
        let entry = match file.get(field) {
            None | Some(Value::Null) => {
                return self.problem(field, format!("expected a {field}, found none"));
            }
            Some(Value::Object(entry)) => entry,
            Some(other) => {
                let expected = format!("expected an object with an id, found {}", kind(other));
                return self.problem(field, expected);
            }
        };
        let count = entry.get("count").filter(|count| !count.is_null());
        if let Some(count) = count.filter(|count| count.as_u64() != Some(1)) {
            self.problem::<()>(&format!("{field}.count"), format!("expected 1, found {count}"));
        }
        let place = format!("{field}.id");
        let (card, definition) = self.id(entry, &place)?;
        if definition.kind != wanted {
            let found = called(definition);
            return self.problem(&place, format!("expected the id of a {field}, found {found}"));
        }
        Some(card)
    }

    /// The entries of a list of cards, those with a problem left out; a list that is not there
    /// has none.
    fn list(&mut self, file: &Map<String, Value>, field: &str) -> Option<Vec<Entry<'a>>> {
        let list = match file.get(field) {
            None | Some(Value::Null) if field != "deck" => return Some(Vec::new()),
            Some(Value::Array(list)) => list,
            other => {
                let found = other.map_or("nothing", kind);
                return self.problem(field, format!("expected a list of cards, found {found}"));
            }
        };
        let mut entries = Vec::new();
        for (number, value) in list.iter().enumerate() {
            let place = format!("{field}[{number}]");
            let Value::Object(entry) = value else {
                let expected =
                    format!("expected an object with id and count, found {}", kind(value));
                self.problem::<()>(&place, expected);
                continue;
            };
            let card = self.id(entry, &format!("{place}.id"));
            let count = self.count(entry, &format!("{place}.count"));
            if let (Some((card, definition)), Some(count)) = (card, count) {
                entries.push(Entry { place, card, definition, count });
            }
        }
        Some(entries)
    }

    fn id(&mut self, entry: &Map<String, Value>, place: &str) -> Option<(u16, &'a Definition)> {
        let id = match entry.get("id") {
            Some(Value::String(id)) => id,
            other => {
                let found = other.map_or("nothing", kind);
                return self.problem(place, format!("expected a card id, found {found}"));
            }
        };
        let library = self.library;
        match (library.index(id), library.find(id)) {
            (Some(card), Some(definition)) => Some((card, definition)),
            _ => self.problem(place, format!("expected the id of a defined card, found {id:?}")),
        }
    }

    fn count(&mut self, entry: &Map<String, Value>, place: &str) -> Option<usize> {
        let count = entry.get("count");
        match count.and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok()) {
            Some(count) if count > 0 => Some(count),
            _ => {
                let found = count.map_or("nothing".to_owned(), Value::to_string);
                self.problem(place, format!("expected a number above 0, found {found}"))
            }
        }
    }

    /// Kinds, copies and size.
    fn check(&mut self, entries: &[Entry<'_>]) {
        for (number, entry) in entries.iter().enumerate() {
            let Definition { id, name, kind, .. } = entry.definition;
            if matches!(kind, Kind::Leader | Kind::Base | Kind::Token | Kind::ForceToken) {
                let expected = "expected a unit, an event or an upgrade, found";
                let found = called(entry.definition);
                self.problem::<()>(&format!("{}.id", entry.place), format!("{expected} {found}"));
            }
            let same = |other: &&Entry<'_>| is_copy(other.definition, entry.definition);
            let before = total(entries[..number].iter().filter(same));
            let copies = before.saturating_add(entry.count);
            if copies > MAX_COPIES {
                let expected =
                    format!("expected at most {MAX_COPIES} copies of {id} {name}, found {copies}");
                self.problem::<()>(&format!("{}.count", entry.place), expected);
            }
        }
        let cards = total(entries);
        // An entry with a problem of its own is not counted, so the size would be wrong.
        if cards < MIN_CARDS && self.problems.is_empty() {
            self.problem::<()>(
                "deck",
                format!("expected at least {MIN_CARDS} cards, found {cards}"),
            );
        }
        if cards > MAX_CARDS {
            self.problem::<()>(
                "deck",
                format!("expected at most {MAX_CARDS} cards, found {cards}"),
            );
        }
    }
}

/// How many cards the entries are together.
fn total<'a>(entries: impl IntoIterator<Item = &'a Entry<'a>>) -> usize {
    entries.into_iter().fold(0, |sum, entry| sum.saturating_add(entry.count))
}

/// Whether two cards are the same but for their number (CR 8.5.1).
fn is_copy(one: &Definition, other: &Definition) -> bool {
    let same_id = || Definition { id: one.id.clone(), ..other.clone() };
    one.id == other.id || one.name == other.name && *one == same_id()
}

/// The name in the metadata, or the file's.
fn name(file: &Map<String, Value>, path: &Path) -> String {
    let given = file.get("metadata").and_then(|metadata| metadata.get("name"));
    match given.and_then(Value::as_str).map(str::trim) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// A card as a message names it: id, title and kind.
fn called(definition: &Definition) -> String {
    format!("{} {} ({:?})", definition.id, definition.name, definition.kind)
}

/// What a JSON value is.
const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
