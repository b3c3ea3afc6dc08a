//! What a scenario file can say.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::driver::{Driver, ScenarioOf};
use cardmill_harness::notation::{self, SpannedError};
use serde::Deserialize;

use crate::error::Error;
use crate::games::Game;

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
        let headers: Vec<Header> = file.parsed(notation::parse_some)?;
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

    fn parsed<T>(
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
    collect(path, &mut BTreeSet::new(), &mut paths)?;
    paths.sort();
    paths.iter().map(|path| File::open(path)).collect()
}

/// Adds the scenario files in a folder. A folder that links lead to again is read once.
fn collect(
    path: &Path,
    read: &mut BTreeSet<PathBuf>,
    paths: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    if path.is_file() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let unreadable =
        |error: std::io::Error| Error::file(path, error.to_string(), "a scenario file or folder");
    if !read.insert(fs::canonicalize(path).map_err(unreadable)?) {
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, read, paths)?;
        } else if entry.extension().is_some_and(|e| e == "ron") {
            paths.push(entry);
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_folder_that_links_lead_to_again_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("one/two")).unwrap();
        fs::write(at("one/two/a.ron"), "(name: \"a\")").unwrap();
        symlink(".", at("one/self")).unwrap();
        symlink("../..", at("one/two/up")).unwrap();
        symlink("nowhere", at("one/nothing")).unwrap();
        let files = below(folder.path()).unwrap();
        assert_eq!(files.iter().map(File::id).collect::<Vec<_>>(), ["a"]);
        // One that is named is followed, and so is one to another folder.
        symlink("one", at("named")).unwrap();
        symlink("../one/two", at("one/other")).unwrap();
        assert_eq!(below(&at("named")).unwrap().len(), 1);
    }
}
