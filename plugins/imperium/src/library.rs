//! Reading card definitions and checking them.

use std::path::Path;

use cardmill_harness::files::CardFiles;
pub use cardmill_harness::files::default_dir;
use cardmill_harness::notation::{parse, problem};
use thiserror::Error;

use crate::vocabulary::{Definition, Kind, Timing};

/// The folder of card files that holds this game.
const GAME: &str = "imperium";

/// What is wrong with card files.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}: {problem}")]
pub struct LoadError {
    /// The file, with line and column where they are known.
    pub file: String,
    /// What was expected, and what was found instead.
    pub problem: String,
}

/// Reads and checks every file of definitions of the game, in order of id.
///
/// # Errors
/// At the first file that cannot be read or is no list of definitions, and at the first definition
/// that cannot be meant.
pub fn load(cards: impl Into<CardFiles>) -> Result<Vec<Definition>, LoadError> {
    let cards = cards.into();
    let failed =
        |file: &Path, problem: String| LoadError { file: file.display().to_string(), problem };
    let files = cards.read(GAME, "ron").map_err(|error| failed(&error.file, error.expected()))?;
    let mut definitions = Vec::new();
    for (path, text) in files {
        let cards: Vec<Definition> = parse(&text).map_err(|error| LoadError {
            file: format!("{}:{}:{}", path.display(), error.span.start.line, error.span.start.col),
            problem: problem(&error.code),
        })?;
        for card in &cards {
            check(card).map_err(|problem| failed(&path, format!("{}: {problem}", card.id)))?;
        }
        definitions.extend(cards);
    }
    sorted(definitions).map_err(|problem| LoadError { file: format!("{cards}, {GAME}"), problem })
}

/// Definitions in order of id.
///
/// # Errors
/// When an id is there twice, or a card names a faction that does not exist.
pub fn sorted(mut definitions: Vec<Definition>) -> Result<Vec<Definition>, String> {
    definitions.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(twice) = definitions.windows(2).find(|pair| pair[0].id == pair[1].id) {
        return Err(format!("{} is defined twice", twice[0].id));
    }
    let faction = |id: &str| definitions.iter().any(|d| d.kind == Kind::Faction && d.id == id);
    if let Some(lost) = definitions.iter().find(|d| !d.faction.is_empty() && !faction(&d.faction)) {
        return Err(format!("{}: there is no faction {}", lost.id, lost.faction));
    }
    Ok(definitions)
}

/// Whether a definition can be meant.
///
/// # Errors
/// What is wrong with it.
pub fn check(card: &Definition) -> Result<(), String> {
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if card.id.is_empty() || !card.id.chars().all(upper) {
        return Err("an id is upper case letters, digits and _".into());
    }
    if card.name.is_empty() {
        return Err("a card has a name".into());
    }
    let needs = |what: &str, given: bool, wanted: bool| match (given, wanted) {
        (false, true) => Err(format!("a card of kind {:?} needs {what}", card.kind)),
        (true, false) => Err(format!("a card of kind {:?} has no {what}", card.kind)),
        _ => Ok(()),
    };
    needs("a unit", card.unit.is_some(), matches!(card.kind, Kind::Unit | Kind::Upgrade))?;
    needs("an initiative", card.initiative > 0, card.kind == Kind::Strategy)?;
    needs("outcomes", card.outcomes.is_some(), card.kind == Kind::Agenda)?;
    needs("a trait to explore", card.explores.is_some(), card.kind == Kind::Exploration)?;
    needs("an objective", card.objective.is_some(), card.kind == Kind::Objective)?;
    for (n, ability) in card.abilities.iter().enumerate() {
        if ability.timing.is_empty() {
            return Err(format!("ability {} has no timing", n + 1));
        }
        if ability.steps.is_empty() {
            return Err(format!("ability {} does nothing", n + 1));
        }
        let strategy = ability
            .timing
            .iter()
            .any(|timing| matches!(timing, Timing::Primary | Timing::Secondary));
        if strategy && card.kind != Kind::Strategy {
            return Err(format!("ability {}: only strategy cards have such a timing", n + 1));
        }
    }
    Ok(())
}
