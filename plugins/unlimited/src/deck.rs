//! Decks: the JSON files that SWUDB and Karabast export, and lists of cards as text.
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
//! Of fields that are not named here only such are passed over as hold no cards: texts and numbers. The
//! same as text:
//!
//! ```text
//! Leader
//! 1 | Darth Vader | Dark Lord of the Sith
//! Base
//! 1 Catacombs of Cadera (SOR) 26
//! Deck
//! 3 Wampa
//! ```
//!
//! `json` and `list` read what a file says into a `draft`, and `rules` finds out which cards are
//! meant and whether they make a deck; `foreign` knows files that are none, `format` says where a deck is
//! legal, `random` makes some, and `sideboard` exchanges cards between the games of a match, or the `plan` that
//! its file has.

mod draft;
mod foreign;
mod format;
mod json;
mod list;
mod plan;
mod random;
mod rules;
mod sideboard;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::library::{Library, Supplement};
use cardmill_harness::plain::plain;
use cardmill_harness::play::Shelf;
use draft::{Draft, Problems};
pub use format::{TWIN_SUNS, trilogy};
pub use plan::Plan;
pub use random::RandomDecks;
pub(crate) use rules::{least_of, of_two};
pub(crate) use sideboard::RULE;

/// The fewest cards of a deck, leader and base not counted (CR 9.2.2A), unless its base says otherwise.
pub const MIN_CARDS: usize = 50;
/// The fewest of a deck for limited, likewise (CR 10.2.2A, 10.3.4A).
pub const MIN_LIMITED: usize = 30;
/// The most cards that a table has room for.
pub const MAX_CARDS: usize = 90;
/// The most copies of a card that does not say otherwise (CR 9.2.2B), the sideboard counted.
pub const MAX_COPIES: usize = 3;
/// The most cards of a sideboard (CR 9.2.2C).
pub const MAX_SIDEBOARD: usize = 10;
/// The most bytes of a deck file.
pub const MAX_BYTES: u64 = 1 << 20;
/// The fewest cards of a deck for Twin Suns (CR 12.2.1A), unless its base says otherwise.
pub const MIN_TWIN_SUNS: usize = 80;
/// The most problems of a deck that are told one by one.
pub const MAX_PROBLEMS: usize = 20;

/// A deck that may be played. Cards are places in [`Library::definitions`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The name in the file's metadata, otherwise the file's name without its extension;
    /// [`plain`](plain()).
    pub name: String,
    /// The leader, as an index of the library.
    pub leader: u16,
    /// The second leader of a deck for Twin Suns (CR 12.3), likewise.
    pub second: Option<u16>,
    /// The base, as an index of the library.
    pub base: u16,
    /// Every other card, copies one after another, in the order of the file.
    pub cards: Vec<u16>,
    /// The cards that may be exchanged with them between the games of a match, likewise; at most
    /// [`MAX_SIDEBOARD`].
    pub sideboard: Vec<u16>,
    /// It is built of the boosters that its player opened or drafted, by the rules of limited (CR 10): it is
    /// smaller, has as many copies of a card as there are, and what is left over in its sideboard.
    pub limited: bool,
    /// The exchanges against decks that it has a plan for, each deck once.
    pub plans: Vec<Plan>,
    /// The first of its cards that no game of more than two has yet, as messages name it.
    pub of_two: Option<String>,
}

/// A notation of deck files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON as SWUDB and Karabast export it.
    Json,
    /// A list of cards as text, such as melee's.
    Text,
}

impl Format {
    /// The notation of a text: JSON begins with a bracket. `None` for a text that is known to be
    /// something else.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let is_json = || text.trim_start().starts_with(['{', '[']);
        match foreign::found(text) {
            Some(_) => None,
            None => Some(if is_json() { Self::Json } else { Self::Text }),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json => "JSON as SWUDB and Karabast export it",
            Self::Text => "a list of cards as text",
        })
    }
}

/// The mistakes in a deck file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct DeckError {
    /// The path of the file.
    pub file: PathBuf,
    /// The mistakes, in the order in which they were found: the first [`MAX_PROBLEMS`]. Never
    /// empty.
    pub problems: Vec<DeckProblem>,
    /// The number of further mistakes.
    pub more: usize,
}

/// One thing that is wrong with a deck file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{place}: {expected}")]
pub struct DeckProblem {
    /// A line and a column from 1 (`3:14`) where the file is no JSON, otherwise a path into it
    /// (`deck[3].id`); `line 3` of a text.
    pub place: String,
    /// The thing that was expected, and what was found instead.
    pub expected: String,
    /// The id, by its first printing, of a card that exists but is not defined, if that is it.
    pub missing: Option<String>,
}

impl DeckError {
    fn new(file: &Path, problems: Problems) -> Self {
        Self { file: file.to_owned(), problems: problems.first, more: problems.more }
    }

    fn of_file(file: &Path, expected: String) -> Self {
        let mut problems = Problems::default();
        problems.add("file", expected);
        Self::new(file, problems)
    }

    /// The problems, and how many more there are, a line each.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("and {} more problems", self.more));
        self.problems.iter().map(ToString::to_string).chain(more).collect()
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = plain(&self.file.to_string_lossy());
        for (place, line) in self.lines().into_iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            write!(f, "{file}: {line}")?;
        }
        Ok(())
    }
}

impl Deck {
    /// Its leaders: one, or two of a deck for Twin Suns.
    pub fn leaders(&self) -> impl Iterator<Item = u16> + use<> {
        [self.leader].into_iter().chain(self.second)
    }

    /// The deck of a file, or else the one of that name which comes with the cards.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn open(given: &Path, library: &Library) -> Result<Self, DeckError> {
        match ready(given, library).filter(|_| !given.exists()) {
            Some(text) => Self::parse(text, given, library),
            None => Self::read(given, library),
        }
    }

    /// Reads a deck file and checks it against the rules of Premier and Eternal (CR 9.2.2), save for
    /// the cards that they allow; or against those of limited (CR 10.2.2, 10.3.4) where its metadata say
    /// `"format": "limited"`, `"sealed"` or `"draft"`: then there are at least [`MIN_LIMITED`] cards, and as many
    /// copies and as large a sideboard as may be. Their `"plan"` says what is exchanged against decks, by
    /// their names, after the first game of a match.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is larger than [`MAX_BYTES`] or is neither JSON nor a list (then
    /// nothing else is looked at), or else all of these together:
    /// * a leader or base that is missing or another kind of card, or one too many: a deck with two leaders is
    ///   for Twin Suns, and has at least [`MIN_TWIN_SUNS`] cards of which none is there twice (CR 12.2);
    /// * a card that does not exist or is not defined, in the sideboard as well;
    /// * a leader, a base or a token among the cards;
    /// * a count that is missing or 0;
    /// * more than [`MAX_COPIES`] of a card that does not allow more, all its entries together and the
    ///   sideboard counted;
    /// * a plan by which other cards would go out than are in the deck, come in than are in the sideboard, or
    ///   not as many, or one of two for a deck;
    /// * fewer than [`MIN_CARDS`] (or what the base asks for) or more than [`MAX_CARDS`] cards, or more than
    ///   [`MAX_SIDEBOARD`] in the sideboard.
    pub fn read(path: &Path, library: &Library) -> Result<Self, DeckError> {
        Self::parse(&text_of(path)?, path, library)
    }

    /// As [`read`](Self::read), from a text in memory; the path only gives names.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), without those of reading.
    pub fn parse(text: &str, path: &Path, library: &Library) -> Result<Self, DeckError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut problems = Problems::default();
        let draft = match Format::of(text) {
            Some(Format::Json) => json::draft(text, &mut problems),
            Some(Format::Text) => list::draft(text, &mut problems),
            None => {
                let found = foreign::found(text).unwrap_or_default();
                problems.add("file", format!("expected a deck, found {found}"));
                None
            }
        };
        let deck = draft.and_then(|draft| rules::deck(&draft, path, library, &mut problems));
        deck.ok_or_else(|| DeckError::new(path, problems))
    }

    /// As [`read`](Self::read), of cards by their ids, leader and base first, a second leader behind them,
    /// for limited or not; the path
    /// only gives names.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), without those of reading.
    ///
    /// # Panics
    ///
    /// Panics if there are no two cards.
    pub fn of(
        name: &str,
        cards: &[&str],
        limited: bool,
        path: &Path,
        library: &Library,
    ) -> Result<Self, DeckError> {
        let mut problems = Problems::default();
        let is_leader = |id: &&str| {
            library.find(id).is_some_and(|card| card.kind == crate::vocabulary::Kind::Leader)
        };
        let two = cards.get(2).is_some_and(is_leader);
        let draft = Draft { limited, ..Draft::of(name, cards, two) };
        let deck = rules::deck(&draft, path, library, &mut problems);
        deck.ok_or_else(|| DeckError::new(path, problems))
    }
}

/// The text of a deck file.
///
/// # Errors
///
/// The file cannot be read, is larger than [`MAX_BYTES`] or is not UTF-8.
pub fn text_of(path: &Path) -> Result<String, DeckError> {
    let failed = |error: io::Error| {
        DeckError::of_file(path, format!("expected something readable: {error}"))
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        let expected = format!("expected a deck, found more than {} kB", MAX_BYTES / 1024);
        return Err(DeckError::of_file(path, expected));
    }
    String::from_utf8(bytes)
        .map_err(|_| DeckError::of_file(path, "expected text in UTF-8".to_owned()))
}

/// The decks that come with the cards, shelf by shelf.
#[must_use]
pub fn shelves(supplement: &Supplement) -> Vec<Shelf> {
    let name =
        |(file, _): &(PathBuf, String)| Some(file.file_stem()?.to_string_lossy().into_owned());
    let shelf = |(shelf, files): &(&str, Vec<(PathBuf, String)>)| Shelf {
        name: (*shelf).to_owned(),
        entries: files.iter().filter_map(name).collect(),
    };
    supplement.shelves.iter().map(shelf).collect()
}

/// The text of the deck of this name that comes with the cards.
#[must_use]
pub fn ready<'a>(name: &Path, library: &'a Library) -> Option<&'a str> {
    let named = |(file, _): &&(PathBuf, String)| {
        file.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name.as_os_str()))
    };
    library.supplement.decks().find(named).map(|(_, text)| text.as_str())
}

#[cfg(test)]
mod tests;
