//! Scripts: files of scenarios, once it is known of which game they are.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use cardmill_harness::driver::{Driver, ScenarioOf};
use cardmill_harness::notation::{self, SpannedError};

use crate::error::Error;

/// A game that scenarios can be written for: its driver reads their words.
pub trait Scripted:
    Driver<
        Card: Clone + Debug,
        Position: Clone + Debug + Default,
        Step: Clone + Debug,
        Check: Clone + Debug,
    >
{
}

impl<D> Scripted for D where
    D: Driver<
            Card: Clone + Debug,
            Position: Clone + Debug + Default,
            Step: Clone + Debug,
            Check: Clone + Debug,
        >
{
}

/// A scenario file: one scenario, or a list of them, all of one game.
#[derive(Clone, Debug)]
pub struct Script {
    /// The path of the file.
    pub path: PathBuf,
    text: String,
}

impl Script {
    /// The script of a text that was read from the file at this path.
    #[must_use]
    pub fn new(path: &Path, text: String) -> Self {
        Self { path: path.to_owned(), text }
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
        let scenarios = self.parsed(D::scenarios)?;
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
        let scenarios = self.parsed(D::scenarios)?;
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

    /// The scenarios of the file, as `parse` reads them.
    ///
    /// # Errors
    /// The place at which it says something else.
    pub fn parsed<T>(
        &self,
        parse: impl FnOnce(&str) -> Result<Vec<T>, SpannedError>,
    ) -> Result<Vec<T>, Error> {
        parse(&self.text).map_err(|error| {
            let (line, column) = (error.span.start.line, error.span.start.col);
            Error::file(
                &self.path,
                format!("line {line}, column {column}: {}", notation::problem(&error.code)),
                "a scenario, or a list of scenarios; see docs/scenarios.md",
            )
        })
    }
}
