//! What a scenario file can say.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::driver::Driver;
use cardmill_harness::notation;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::step::Step;
use crate::error::Error;
use crate::games::Game;

/// A game that scenarios can be written for: its driver reads their words.
pub trait Scripted:
    Driver<
        Card: DeserializeOwned + Clone + Debug,
        Position: DeserializeOwned + Clone + Debug + Default,
        Step: DeserializeOwned + Clone + Debug,
        Check: DeserializeOwned + Clone + Debug,
    >
{
}

impl<D> Scripted for D where
    D: Driver<
            Card: DeserializeOwned + Clone + Debug,
            Position: DeserializeOwned + Clone + Debug + Default,
            Step: DeserializeOwned + Clone + Debug,
            Check: DeserializeOwned + Clone + Debug,
        >
{
}

/// One scenario: a position, what is done and what must hold; or checks of the cards.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound = "C: DeserializeOwned, P: DeserializeOwned + Default, S: DeserializeOwned, K: DeserializeOwned"
)]
pub struct Scenario<C, P, S, K> {
    /// The game.
    #[serde(default)]
    pub game: Game,
    /// What it shows, in a few words.
    pub name: String,
    /// The card it is about (mutants of this card's definition must make some scenario fail).
    #[serde(default)]
    pub card: String,
    /// What it rests on where the sources leave room: an inference, or one reading of several.
    #[serde(default)]
    pub reading: String,
    /// Cards of its own, beside those of the game.
    #[serde(default)]
    pub cards: Vec<C>,
    /// The table before.
    #[serde(default)]
    pub given: P,
    /// What is done and what must hold, in order.
    #[serde(default)]
    pub steps: Vec<Step<S>>,
    /// What must hold of the cards themselves, without a table.
    #[serde(default)]
    pub checks: Vec<K>,
}

/// A scenario of the game that a driver plays.
pub type ScenarioOf<D> = Scenario<
    <D as Driver>::Card,
    <D as Driver>::Position,
    <D as Driver>::Step,
    <D as Driver>::Check,
>;

/// What tells the game of a file, whatever else it says.
#[derive(Deserialize)]
struct Header {
    #[serde(default)]
    game: Game,
}

/// A scenario file: one scenario, or a list of them, all of one game.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// The game.
    pub game: Game,
    text: String,
}

impl File {
    /// Reads a file as far as to know its game.
    ///
    /// # Errors
    /// When it cannot be read, or is no scenario.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path)
            .map_err(|error| Error::file(path, error.to_string(), "a scenario file"))?;
        let mut file = Self { path: path.to_owned(), game: Game::default(), text };
        let headers: Vec<Header> = file.parse()?;
        if headers.is_empty() {
            return Err(Error::file(path, "an empty list", "a scenario, or a list of scenarios"));
        }
        let mut games = headers.iter().map(|header| header.game);
        file.game = games.next().unwrap_or_default();
        if games.any(|game| game != file.game) {
            return Err(Error::file(path, "scenarios of several games", "one game a file"));
        }
        Ok(file)
    }

    /// The name of the file without its ending: the id of the row it shows.
    #[must_use]
    pub fn id(&self) -> String {
        self.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Its scenarios.
    ///
    /// # Errors
    /// When it does not say what a scenario of its game can say: the line and what was expected.
    pub fn scenarios<D: Scripted>(&self) -> Result<Vec<ScenarioOf<D>>, Error> {
        let scenarios: Vec<ScenarioOf<D>> = self.parse()?;
        let empty = |s: &&ScenarioOf<D>| s.steps.is_empty() && s.checks.is_empty();
        if let Some(scenario) = scenarios.iter().find(empty) {
            let problem =
                format!("{:?} has no steps: it would hold whatever happens", scenario.name);
            return Err(Error::file(&self.path, problem, "steps, or checks"));
        }
        Ok(scenarios)
    }

    /// The positions of its scenarios, and what they are called: the name, or else the id of the
    /// file. What is done in them does not matter.
    ///
    /// # Errors
    /// When it does not say what a scenario of its game can say, or brings cards of its own.
    pub fn positions<D: Scripted>(&self) -> Result<Vec<(String, D::Position)>, Error> {
        let scenarios: Vec<ScenarioOf<D>> = self.parse()?;
        let position = |scenario: ScenarioOf<D>| {
            let name = if scenario.name.is_empty() { self.id() } else { scenario.name };
            if scenario.cards.is_empty() {
                return Ok((name, scenario.given));
            }
            let problem = format!("{name:?} has cards of its own");
            Err(Error::file(&self.path, problem, "a position with the cards of the game"))
        };
        scenarios.into_iter().map(position).collect()
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<Vec<T>, Error> {
        let code = notation::bare(&self.text).lines().find(|line| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with("//")
        });
        let list = code.is_some_and(|line| line.trim_start().starts_with('['));
        let parsed = if list {
            notation::parse(&self.text)
        } else {
            notation::parse(&self.text).map(|one| vec![one])
        };
        parsed.map_err(|error| {
            let (line, column) = (error.span.start.line, error.span.start.col);
            Error::file(
                &self.path,
                format!("line {line}, column {column}: {}", notation::problem(&error.code)),
                "a scenario, or a list of scenarios; see docs/scenarios.md",
            )
        })
    }
}

/// Every scenario file of a path: the file itself, or all `*.ron` below a folder, sorted.
///
/// # Errors
/// When there is none, a folder cannot be listed, or a file is no scenario.
pub fn files(path: &Path) -> Result<Vec<File>, Error> {
    let files = below(path)?;
    if files.is_empty() {
        return Err(Error::file(path, "no scenario", "a *.ron file, or a folder with some"));
    }
    Ok(files)
}

/// As [`files`]; there may be none.
///
/// # Errors
/// When a folder cannot be listed, or a file is no scenario.
pub fn below(path: &Path) -> Result<Vec<File>, Error> {
    let mut paths = Vec::new();
    collect(path, &mut paths)?;
    paths.sort();
    paths.iter().map(|path| File::open(path)).collect()
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    if path.is_file() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let unreadable =
        |error: std::io::Error| Error::file(path, error.to_string(), "a scenario file or folder");
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        if entry.is_dir() {
            collect(&entry, paths)?;
        } else if entry.extension().is_some_and(|e| e == "ron") {
            paths.push(entry);
        }
    }
    Ok(())
}
