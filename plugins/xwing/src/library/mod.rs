//! The definitions of cards: read from files and checked.

mod check;

use std::path::{Path, PathBuf};

use cardmill_harness::files::CardFiles;
pub use cardmill_harness::files::default_dir;
use cardmill_harness::notation::{self, problem};

use crate::facts::Facts;
use crate::vocabulary::Definition;

/// Cards, in order of their ids.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The cards.
    pub definitions: Vec<Definition>,
    /// What is known of all cards of the game, defined or not.
    pub facts: Facts,
}

/// Why cards do not load: the file or card, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct LoadErrors(pub Vec<String>);

/// The folder of card files that holds this game.
const GAME: &str = "xwing";

/// Ids of cards that exist for tests alone. Files of cards do not define them; a scenario that
/// needs one brings it along.
pub const TEST: &str = "TEST_";

impl Library {
    /// Reads all cards of the game.
    ///
    /// # Errors
    /// Everything that is wrong, with file or card.
    pub fn load(cards: impl Into<CardFiles>) -> Result<Self, LoadErrors> {
        let cards = cards.into();
        let mut errors = Vec::new();
        let mut definitions: Vec<Definition> = Vec::new();
        for (path, text) in read(&cards, "ron").map_err(|error| LoadErrors(vec![error]))? {
            match parse(&path, &text) {
                Ok(more) => {
                    let tests = more.iter().filter(|card| card.id.starts_with(TEST));
                    errors.extend(tests.map(|card| {
                        format!("{}: {}: expected a card of the game", path.display(), card.id)
                    }));
                    definitions.extend(more);
                }
                Err(error) => errors.push(error),
            }
        }
        let facts = facts(&cards).unwrap_or_else(|error| {
            errors.push(error);
            Facts::default()
        });
        if !errors.is_empty() {
            return Err(LoadErrors(errors));
        }
        Self { definitions: Vec::new(), facts }.with(definitions)
    }

    /// The same cards and some more.
    ///
    /// # Errors
    /// Everything that is wrong with them, card by card.
    pub fn with(mut self, more: Vec<Definition>) -> Result<Self, LoadErrors> {
        self.definitions.extend(more);
        self.definitions.sort_by(|a, b| a.id.cmp(&b.id));
        let errors = check::all(&self.definitions);
        if errors.is_empty() { Ok(self) } else { Err(LoadErrors(errors)) }
    }
}

/// The files of the game with this extension.
fn read(cards: &CardFiles, extension: &str) -> Result<Vec<(PathBuf, String)>, String> {
    cards.read(GAME, extension).map_err(|error| error.to_string())
}

fn parse(path: &Path, text: &str) -> Result<Vec<Definition>, String> {
    notation::parse(text).map_err(|error| {
        let (line, column) = (error.span.start.line, error.span.start.col);
        format!("{}:{line}:{column}: {}", path.display(), problem(&error.code))
    })
}

fn facts(cards: &CardFiles) -> Result<Facts, String> {
    let files = read(cards, "csv")?;
    let table = |name: &str| {
        let file = files.iter().find(|(path, _)| path.ends_with(name));
        file.map(|(_, text)| text.as_str())
            .ok_or_else(|| format!("{cards}, {GAME}: expected a file {name}"))
    };
    Facts::parse(table("pilots.csv")?, table("replacements.csv")?)
        .map_err(|error| format!("{cards}, {GAME}: {error}"))
}
