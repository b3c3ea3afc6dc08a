//! The cards of a game as its files define them: read, checked and put in order, with everything
//! that is wrong in them told at once, down to the field.
//!
//! A game says what its [`Definition`] is and what can be wrong with it; files, places, order and
//! ids are the same for all games.

mod edit;
mod error;
mod literal;
mod source;

use core::cmp::Ordering;
use std::path::{Path as FilePath, PathBuf};
use std::rc::Rc;

use serde::de::DeserializeOwned;

pub use self::edit::{
    Changed, Edit, EditError, Editable, Revised, Revision, called, json, named, numbers, plain,
    revised, shown,
};
pub use self::error::{LoadError, LoadErrors};
pub use self::source::Path;
pub use crate::problem::{Unread, of_plain};

use self::source::{Outline, Place};
use crate::notation;

/// A card as the files of a game define it.
pub trait Definition: DeserializeOwned {
    /// The beginning of ids that no file may use: cards that scenarios bring along.
    const RESERVED: Option<&'static str> = None;

    /// The field of the list that an edit means when it only says `+Sentinel`.
    const LISTED: Option<&'static str> = None;

    /// The id, unlike that of every other card of the game.
    fn id(&self) -> &str;

    /// Its order among the cards of the game: by id, unless the game says otherwise. Cards that
    /// are equal in it have one id.
    fn order(&self, other: &Self) -> Ordering {
        self.id().cmp(other.id())
    }

    /// Returns `true` for a card that only comes up in games: nobody enters with it.
    fn is_token(&self) -> bool {
        false
    }

    /// The reason for which nothing comes of changing a field of this card, by its path, and the
    /// field to change instead; `None` where something does.
    fn idle(&self, _field: &str) -> Option<String> {
        None
    }

    /// Reports everything that cannot be meant in all cards of the game, each with the place of
    /// its card in the list. Ids that are used twice are not its business.
    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint));
}

/// Something wrong or odd in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The place in the definition.
    pub path: Path,
    /// The expectation that was not met.
    pub expected: String,
    /// An error if set, otherwise a warning.
    pub fatal: bool,
}

impl Complaint {
    /// A complaint about something that cannot be meant.
    pub fn error(path: Path, expected: impl Into<String>) -> Self {
        Self { path, expected: expected.into(), fatal: true }
    }

    /// Something odd that may be meant after all.
    pub fn warning(path: Path, expected: impl Into<String>) -> Self {
        Self { path, expected: expected.into(), fatal: false }
    }
}

/// The cards of a game, in order.
#[derive(Clone, Debug)]
pub struct Loaded<D> {
    /// The definitions. At most 65 535.
    pub definitions: Vec<D>,
    /// File and line (from 1) of each definition, in the same order.
    pub source: Vec<(PathBuf, u32)>,
    /// The oddities that are no errors, in order of path, line and column.
    pub warnings: Vec<LoadError>,
}

/// Reads and checks files of definitions; the paths only name them in errors. `errors` are those
/// of the game's other files.
///
/// # Errors
/// All of these together, in order of path, line and column:
/// * `errors`;
/// * per file, the first place where it is no list of definitions;
/// * everything in the parsed definitions that cannot be meant.
pub fn load<D: Definition>(
    mut files: Vec<(PathBuf, String)>,
    mut errors: Vec<LoadError>,
) -> Result<Loaded<D>, LoadErrors> {
    files.sort();
    let mut found = Vec::new();
    for (file, text) in &files {
        let text = notation::bare(text);
        match notation::parse::<Vec<D>>(text) {
            Ok(list) => {
                let outline = Rc::new(Outline::new(text));
                found.extend(list.into_iter().enumerate().map(|(index, definition)| Found {
                    definition,
                    file,
                    outline: Rc::clone(&outline),
                    index,
                }));
            }
            Err(error) => errors.push(LoadError::of_syntax(file, text, &error)),
        }
    }
    found.sort_by(|a: &Found<'_, D>, b| a.definition.order(&b.definition));
    let mut warnings = Vec::new();
    let cards: Vec<&D> = found.iter().map(|found| &found.definition).collect();
    D::check(&cards, &mut |card, complaint| {
        let error = found[card].error(&complaint.path, complaint.expected);
        if complaint.fatal { &mut errors } else { &mut warnings }.push(error);
    });
    let id = Path::field("id");
    for pair in found.windows(2) {
        let [first, second] = pair else { continue };
        if first.definition.id() == second.definition.id() {
            let (file, line) = first.source();
            let expected = format!("{UNIQUE}; {}:{line} has it too", file.display());
            errors.push(second.error(&id, expected));
        }
    }
    if let Some(reserved) = D::RESERVED {
        let reserves = |found: &&Found<'_, D>| found.definition.id().starts_with(reserved);
        for found in found.iter().filter(reserves) {
            errors.push(found.error(&id, format!("expected no card of a test: {reserved}…")));
        }
    }
    if let Some(excess) = found.get(usize::from(u16::MAX)) {
        errors.push(excess.error(&id, too_many(found.len())));
    }
    if !errors.is_empty() {
        errors.sort();
        return Err(LoadErrors(errors));
    }
    warnings.sort();
    let source = found.iter().map(Found::source).collect();
    let definitions = found.into_iter().map(|found| found.definition).collect();
    Ok(Loaded { definitions, source, warnings })
}

/// Cards and some more that stand in no file, in order.
///
/// # Errors
/// Everything that is wrong with them, with card and field.
pub fn extended<D: Definition>(mut cards: Vec<D>, more: Vec<D>) -> Result<Vec<D>, String> {
    cards.extend(more);
    cards.sort_by(D::order);
    let mut problems = Vec::new();
    complaints(&cards, &mut |id, complaint| {
        problems.push(format!("{id}, {}: {}", complaint.path, complaint.expected));
    });
    for pair in cards.windows(2) {
        if pair[0].id() == pair[1].id() {
            problems.push(format!("{}, id: {UNIQUE}", pair[1].id()));
        }
    }
    if cards.len() > usize::from(u16::MAX) {
        problems.push(too_many(cards.len()));
    }
    if problems.is_empty() { Ok(cards) } else { Err(problems.join("\n")) }
}

/// Reports the errors in cards, each with the id of its card.
fn complaints<D: Definition>(cards: &[D], report: &mut dyn FnMut(&str, Complaint)) {
    let all: Vec<&D> = cards.iter().collect();
    D::check(&all, &mut |card, complaint| {
        if complaint.fatal {
            report(all[card].id(), complaint);
        }
    });
}

const UNIQUE: &str = "expected an id of its own";

fn too_many(cards: usize) -> String {
    format!("expected at most {} cards, found {cards}", u16::MAX)
}

/// A definition and where it was found.
struct Found<'a, D> {
    definition: D,
    file: &'a FilePath,
    outline: Rc<Outline<'a>>,
    index: usize,
}

impl<D: Definition> Found<'_, D> {
    fn error(&self, path: &Path, expected: String) -> LoadError {
        let Place { line, column } = self.outline.locate(self.index, path);
        LoadError {
            file: self.file.to_owned(),
            line,
            column,
            card: Some(self.definition.id().to_owned()),
            field: path.to_string(),
            expected,
        }
    }

    fn source(&self) -> (PathBuf, u32) {
        let place = self.outline.locate(self.index, &Path::field("id"));
        (self.file.to_owned(), place.line)
    }
}

#[cfg(test)]
mod tests;
