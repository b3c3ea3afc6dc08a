//! Reading definition files, and what comes with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardmill_harness::files::CardFiles;
use cardmill_harness::library::{self, LoadError, LoadErrors, Loaded};

use super::boosters::{Boosters, Rarities};
use super::formats::Formats;
use super::opponents::Opponents;
use super::printings::Printings;
use super::{Library, Supplement};

/// The folder of card files that holds this game, those in it that hold decks, and the files of
/// printings, of formats, of rarities, of boosters and of opponents.
const GAME: &str = "unlimited";
const SHELVES: [&str; 3] = ["field", "decks", "more-decks"];
const PRINTINGS: &str = "unlimited/printings.csv";
const FORMATS: &str = "unlimited/formats.csv";
const RARITIES: &str = "unlimited/rarities.csv";
const BOOSTERS: &str = "unlimited/boosters.csv";
const OPPONENTS: &str = "unlimited/opponents.csv";

impl Library {
    /// Reads and checks all files of the game: definitions (`*.ron`), [`Printings`], [`Formats`],
    /// [`Rarities`], [`Boosters`], [`Opponents`] and the decks that come with them, by shelf (`field/*.json`, what people play;
    /// `decks/*.json`, of the first set; `more-decks/*.json`).
    ///
    /// # Errors
    ///
    /// The first folder or file that cannot be read, or else all of these together:
    /// * per file, the first place where it is no list of definitions;
    /// * everything in the parsed definitions that cannot be meant;
    /// * the first line of the printings that cannot be meant, and so of the formats, rarities and boosters.
    pub fn load(cards: impl Into<CardFiles>) -> Result<Self, LoadErrors> {
        Self::read(&cards.into())
    }

    fn read(cards: &CardFiles) -> Result<Self, LoadErrors> {
        let mut errors = Vec::new();
        let mut supplement = Supplement::default();
        for (file, text) in cards.read(GAME, "csv")? {
            let read = if file.ends_with(PRINTINGS) {
                Printings::parse(&text).map(|found| supplement.printings = found)
            } else if file.ends_with(FORMATS) {
                Formats::parse(&text).map(|found| supplement.formats = found)
            } else if file.ends_with(RARITIES) {
                Rarities::parse(&text).map(|found| supplement.rarities = found)
            } else if file.ends_with(BOOSTERS) {
                Boosters::parse(&text).map(|found| supplement.boosters = found)
            } else if file.ends_with(OPPONENTS) {
                Opponents::parse(&text).map(|found| supplement.opponents = found)
            } else {
                continue;
            };
            if let Err((line, expected)) = read {
                errors.push(LoadError::of_file(file, line, expected));
            }
        }
        let mut shelves = SHELVES.map(|shelf| (shelf, Vec::new()));
        for (file, text) in cards.read(GAME, "json")? {
            let found = shelves.iter_mut().find(|(shelf, _)| {
                file.parent().is_some_and(|parent| parent.ends_with(Path::new(GAME).join(shelf)))
            });
            if let Some((_, files)) = found {
                files.push((file, text));
            }
        }
        supplement.shelves = shelves.into_iter().filter(|(_, files)| !files.is_empty()).collect();
        let supplement = Arc::new(supplement);
        Ok(Self { supplement, ..Self::with(cards.read(GAME, "ron")?, errors)? })
    }

    /// As [`load`](Self::load), from texts in memory; the paths only name them in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), without those of reading.
    pub fn parse(files: Vec<(PathBuf, String)>) -> Result<Self, LoadErrors> {
        Self::with(files, Vec::new())
    }

    fn with(files: Vec<(PathBuf, String)>, errors: Vec<LoadError>) -> Result<Self, LoadErrors> {
        let Loaded { definitions, source, warnings } = library::load(files, errors)?;
        Ok(Self { definitions, source, warnings, supplement: Arc::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_an_error() {
        let errors = Library::load("/nowhere").expect_err("no such folder");
        assert!(errors.to_string().starts_with("/nowhere/unlimited: expected"), "{errors}");
    }
}
