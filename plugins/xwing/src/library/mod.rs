//! The definitions of cards: read from files and checked.

mod check;

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
pub use cardmill_harness::files::default_dir;
use cardmill_harness::library::{self, Complaint, LoadError, LoadErrors};

use crate::facts::{Facts, PilotFacts, ReplacementFacts};
use crate::space::Outline;
use crate::vocabulary::Definition;

/// Cards, in order of their ids.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The cards.
    pub definitions: Vec<Definition>,
    /// What is known of all cards of the game, defined or not.
    pub facts: Facts,
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
        let facts = Facts {
            pilots: table(&tables, "pilots.csv", PilotFacts::parse, &mut errors),
            replacements: table(&tables, "replacements.csv", ReplacementFacts::parse, &mut errors),
            obstacles: table(&tables, "obstacles.csv", Outline::parse, &mut errors),
        };
        let definitions = library::load(cards.read(GAME, "ron")?, errors)?.definitions;
        Ok(Self { definitions, facts })
    }
}

/// The table of facts in the file of this name.
fn table<F>(
    files: &[(PathBuf, String)],
    name: &str,
    parse: fn(&str) -> Result<Vec<F>, (u32, String)>,
    errors: &mut Vec<LoadError>,
) -> Vec<F> {
    let file = files.iter().find(|(path, _)| path.ends_with(name));
    let Some((path, text)) = file else {
        let expected = "expected this file".to_owned();
        errors.push(LoadError::of_file(PathBuf::from(GAME).join(name), 0, expected));
        return Vec::new();
    };
    parse(text).unwrap_or_else(|(line, expected)| {
        errors.push(LoadError::of_file(path.clone(), line, expected));
        Vec::new()
    })
}
