//! The definitions of cards: read from files and checked.

mod check;

use std::fs;
use std::path::{Path, PathBuf};

use cardmill_kernel::notation::{parse, problem};

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

/// The cards of this repository.
#[must_use]
pub fn default_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards")
}

/// Ids of cards that exist for tests alone. Files of cards do not define them; a scenario that
/// needs one brings it along.
pub const TEST: &str = "TEST_";

impl Library {
    /// Reads all cards of the game below a folder of all games' cards.
    ///
    /// # Errors
    /// Everything that is wrong, with file or card.
    pub fn load(dir: &Path) -> Result<Self, LoadErrors> {
        let dir = dir.join("xwing");
        let mut errors = Vec::new();
        let mut definitions: Vec<Definition> = Vec::new();
        for path in list(&dir).map_err(|error| LoadErrors(vec![error]))? {
            match read(&path) {
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
        let facts = facts(&dir).unwrap_or_else(|error| {
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

/// The definition files of a folder, sorted.
fn list(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable =
        |error: std::io::Error| format!("{}: expected something readable: {error}", dir.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path)
        .map_err(|error| format!("{}: expected something readable: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<Definition>, String> {
    parse(&text(path)?).map_err(|error| {
        let (line, column) = (error.span.start.line, error.span.start.col);
        format!("{}:{line}:{column}: {}", path.display(), problem(&error.code))
    })
}

fn facts(dir: &Path) -> Result<Facts, String> {
    Facts::parse(&text(&dir.join("pilots.csv"))?, &text(&dir.join("replacements.csv"))?)
        .map_err(|error| format!("{}: {error}", dir.display()))
}
