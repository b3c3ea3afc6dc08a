//! The definitions of cards: read from files and checked.

mod check;

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
pub use cardmill_harness::files::default_dir;
use cardmill_harness::library::{self, Complaint, LoadError, LoadErrors};

use crate::facts::{
    Facts, FormerSlot, PilotFacts, Points, ReplacementFacts, SheetFacts, UpgradeFacts, Wrong,
};
use crate::space::Outline;
use crate::vocabulary::Definition;

/// Cards, in order of their ids.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// All definitions that were read, sorted by id.
    pub definitions: Vec<Definition>,
    /// The tables of all cards of the game, defined or not.
    pub facts: Facts,
    /// The squads that come with the cards: names, and what their files say.
    pub squads: Vec<(String, String)>,
}

/// The folder of card files that holds this game.
const GAME: &str = "xwing";

/// Ids of cards that exist for tests alone. Files of cards do not define them; a scenario that
/// needs one brings it along.
pub const TEST: &str = "TEST_";

cardmill_harness::plain_data!(Definition);

impl library::Definition for Definition {
    const RESERVED: Option<&'static str> = Some(TEST);

    fn id(&self) -> &str {
        &self.id
    }

    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint)) {
        check::all(cards, report);
    }
}

impl Library {
    /// Reads all cards of the game.
    ///
    /// # Errors
    /// The first folder or file that cannot be read, or else everything that is wrong, with file,
    /// line, column, card and field.
    pub fn load(cards: impl Into<CardFiles>) -> Result<Self, LoadErrors> {
        Self::read(&cards.into())
    }

    fn read(cards: &CardFiles) -> Result<Self, LoadErrors> {
        let mut errors = Vec::new();
        let tables = cards.read(GAME, "csv")?;
        let before = errors.len();
        let facts = Facts {
            sheets: table(&tables, "sheets.csv", SheetFacts::parse, &mut errors),
            pilots: table(&tables, "pilots.csv", PilotFacts::parse, &mut errors),
            upgrades: table(&tables, "upgrades.csv", UpgradeFacts::parse, &mut errors),
            former_slots: table(&tables, "slots.csv", FormerSlot::parse, &mut errors),
            points: table(&tables, "points.csv", Points::parse, &mut errors),
            replacements: table(&tables, "replacements.csv", ReplacementFacts::parse, &mut errors),
            obstacles: table(&tables, "obstacles.csv", Outline::parse, &mut errors),
        };
        if errors.len() == before {
            let loose = facts.loose().into_iter();
            errors.extend(loose.map(|(name, (line, expected))| {
                LoadError::of_file(path_of(&tables, name), line, expected)
            }));
        }
        let stem =
            |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let squads = cards.read(GAME, "json")?.into_iter();
        let squads = squads.filter_map(|(path, text)| Some((stem(&path)?, text))).collect();
        let definitions = library::load(cards.read(GAME, "ron")?, errors)?.definitions;
        Ok(Self { definitions, facts, squads })
    }
}

/// The table of facts in the file of this name.
fn table<T: Default>(
    files: &[(PathBuf, String)],
    name: &str,
    parse: fn(&str) -> Result<T, Wrong>,
    errors: &mut Vec<LoadError>,
) -> T {
    let file = files.iter().find(|(path, _)| path.ends_with(name));
    let Some((path, text)) = file else {
        let expected = "expected this file".to_owned();
        errors.push(LoadError::of_file(path_of(files, name), 0, expected));
        return T::default();
    };
    parse(text).unwrap_or_else(|(line, expected)| {
        errors.push(LoadError::of_file(path.clone(), line, expected));
        T::default()
    })
}

/// The path of the file of this name, or the one at which it was looked for.
fn path_of(files: &[(PathBuf, String)], name: &str) -> PathBuf {
    let found = files.iter().find(|(path, _)| path.ends_with(name));
    found.map_or_else(|| PathBuf::from(GAME).join(name), |(path, _)| path.clone())
}
