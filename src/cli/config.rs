//! `cardmill.toml`: what commands take where nothing is said on the command line.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ArgMatches;
use clap::parser::ValueSource;
use serde::Deserialize;

use super::run::Conduct;
use super::{Agents, Command};
use crate::batch::MOST_THREADS;
use crate::error::Error;

/// The name of the file of defaults.
const NAME: &str = "cardmill.toml";

/// The contents that are allowed in the file, for messages about others.
const EXPECTED: &str =
    "decks = [\"…\"], agents = \"…\", seed = 0 and threads = 1, each of them or none";

/// The option with which no file is read.
pub const NONE: &str = "--no-config";

/// The contents of the file. `None` for a line that it does not have; unknown names are refused.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    decks: Option<Vec<PathBuf>>,
    agents: Option<String>,
    seed: Option<u64>,
    threads: Option<usize>,
}

/// A file that was found, and what it says.
#[derive(Debug, PartialEq, Eq)]
pub struct Config {
    path: PathBuf,
    said: Said,
}

/// The decks that are played where none is named, and the file that says so.
static DECKS: OnceLock<(PathBuf, Vec<PathBuf>)> = OnceLock::new();

/// Options that it has filled in, on which results depend.
static FILLED: OnceLock<Vec<[String; 2]>> = OnceLock::new();

/// `true` once a command has taken its decks from the file.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// `true` if no message shall tell where the decks are from: it was printed before, or the command is quiet.
static TOLD: AtomicBool = AtomicBool::new(false);

impl Config {
    /// The file of the working folder, or of the nearest folder above it that has one, up to the root of a
    /// repository; none where there is none, or none is to be read.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or says what is not known.
    pub fn find() -> Result<Option<Self>, Error> {
        if env::args_os().any(|argument| argument == NONE) {
            return Ok(None);
        }
        env::current_dir().map_or(Ok(None), |folder| Self::above(&folder))
    }

    /// The file that counts in a folder.
    fn above(folder: &Path) -> Result<Option<Self>, Error> {
        for folder in folder.ancestors() {
            let path = folder.join(NAME);
            if path.is_file() {
                return Self::read(&path).map(Some);
            }
            if folder.join(".git").exists() {
                break;
            }
        }
        Ok(None)
    }

    fn read(path: &Path) -> Result<Self, Error> {
        let wrong = |problem: String| Error::file(path, problem, EXPECTED);
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let mut said: Said = toml::from_str(&text).map_err(|error| {
            let before = text.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default();
            let line = before.lines().count().max(1) + usize::from(before.ends_with('\n'));
            let line = if before.is_empty() { 1 } else { line };
            wrong(format!("line {line}: {}", error.message()))
        })?;
        if let Some(threads) = said.threads.filter(|threads| !(1..=MOST_THREADS).contains(threads))
        {
            return Err(wrong(format!("threads = {threads}: it is none from 1 to {MOST_THREADS}")));
        }
        if said.decks.as_ref().is_some_and(Vec::is_empty) {
            return Err(wrong("decks = []: it names none".to_owned()));
        }
        // They are beside the file; what is not there is the name of one that comes with the cards.
        let folder = path.parent().unwrap_or(Path::new(""));
        let here = env::current_dir().is_ok_and(|here| here == folder);
        let folder = if here { Path::new("") } else { folder };
        let beside = |deck: &PathBuf| Some(folder.join(deck)).filter(|path| path.exists());
        for deck in said.decks.iter_mut().flatten() {
            *deck = beside(deck).unwrap_or_else(|| deck.clone());
        }
        Ok(Self { path: path.to_owned(), said })
    }

    /// Returns `true` if the file names decks, so that commands need not be given any.
    #[must_use]
    pub const fn has_decks(&self) -> bool {
        self.said.decks.is_some()
    }

    /// Fills in what the command line does not say of how games are played, and says so; decks are taken where
    /// none is named.
    pub fn fill(self, command: &mut Command, matches: &ArgMatches) {
        let Self { path, said: Said { decks, agents, seed, threads } } = self;
        let Some(conduct) = command.conduct() else { return };
        let given = matches.subcommand().map(|(_, matches)| matches);
        let is_given = |name| {
            // Not every command has every option.
            let own = given.filter(|given| given.try_contains_id(name).is_ok());
            own.and_then(|given| given.value_source(name)) == Some(ValueSource::CommandLine)
        };
        let (mut told, mut filled) = (Vec::new(), Vec::new());
        if let Some(seed) = seed.filter(|_| !is_given("seed")) {
            conduct.seed = seed;
            told.push(format!("seed {seed}"));
            filled.push(["--seed".to_owned(), seed.to_string()]);
        }
        if let (Some(threads), None) = (threads, conduct.threads) {
            conduct.threads = Some(threads);
            told.push(format!("threads {threads}"));
        }
        let is_asked = conduct.agents.is_some() || is_given("bands");
        if let Some(agents) = agents.filter(|_| !is_asked) {
            told.push(format!("agents {agents}"));
            filled.push(["--agents".to_owned(), agents.clone()]);
            let Ok(agents) = agents.parse::<Agents>();
            conduct.usual = Some(agents);
        }
        TOLD.store(conduct.quiet, Ordering::Relaxed);
        if !told.is_empty() && !conduct.quiet {
            eprintln!("from {}: {}", path.display(), told.join(", "));
        }
        // A process has one command.
        let _ = FILLED.set(filled);
        if let Some(decks) = decks {
            let _ = DECKS.set((path, decks));
        }
    }
}

/// The decks of the file, where none is named; it is said once that they are from there.
#[must_use]
pub fn decks() -> Option<Vec<PathBuf>> {
    let (path, decks) = DECKS.get()?;
    TAKEN.store(true, Ordering::Relaxed);
    if !TOLD.swap(true, Ordering::Relaxed) {
        let names: Vec<String> = decks.iter().map(|deck| deck.display().to_string()).collect();
        eprintln!("from {}: decks {}", path.display(), names.join(" "));
    }
    Some(decks.clone())
}

/// The arguments that a command line lacks to be repeated without the file: options with values that the file
/// has filled in, and the decks that were taken from it, with spaces between them.
#[must_use]
pub fn taken() -> (Vec<[String; 2]>, Option<String>) {
    let decks = DECKS.get().filter(|_| TAKEN.load(Ordering::Relaxed)).map(|(_, decks)| {
        let names: Vec<String> = decks.iter().map(|deck| deck.display().to_string()).collect();
        names.join(" ")
    });
    (FILLED.get().cloned().unwrap_or_default(), decks)
}

impl Command {
    /// The options of its games, where defaults of the file go; `None` for commands that the file says nothing
    /// about.
    fn conduct(&mut self) -> Option<&mut Conduct> {
        match self {
            Self::Simulate(simulate) => Some(&mut simulate.run.conduct),
            Self::Stats(stats) => Some(&mut stats.run.conduct),
            Self::Openings(openings) => Some(&mut openings.run.conduct),
            Self::WhatIf(whatif) => Some(&mut whatif.inquiry.course.conduct),
            Self::Compare(compare) => Some(&mut compare.inquiry.course.conduct),
            Self::Value(value) => Some(&mut value.course.conduct),
            Self::Meta(meta) => Some(&mut meta.course.conduct),
            Self::Optimize(optimize) => Some(&mut optimize.inquiry.course.conduct),
            Self::Sideboard(sideboard) => Some(&mut sideboard.conduct),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_file_up_to_the_root_of_a_repository_counts() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("repository/.git")).unwrap();
        fs::create_dir_all(at("repository/work/here")).unwrap();
        fs::write(at(NAME), "seed = 1").unwrap();
        let found = |path: &str| Config::above(&at(path)).unwrap().map(|found| found.said.seed);
        assert_eq!(found("repository/work/here"), None);
        fs::write(at("repository/cardmill.toml"), "seed = 2").unwrap();
        assert_eq!(found("repository/work/here"), Some(Some(2)));
        fs::write(at("repository/work/cardmill.toml"), "threads = 2").unwrap();
        assert_eq!(found("repository/work/here"), Some(None));
    }

    #[test]
    fn what_is_not_known_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        for (text, parts) in [
            ("seed = 1\n\ngames = 3\n", ["line 3: ", "games"]),
            ("seed = -1\n", ["line 1: ", "-1"]),
            ("agents = \"greedy\"\nseed = [", ["line 2: ", NAME]),
            ("threads = 0", ["threads = 0", "1 to 1024"]),
            ("decks = []", ["decks = []", "it names none"]),
        ] {
            fs::write(&path, text).unwrap();
            let error = Config::read(&path).unwrap_err().to_string();
            assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
        }
    }
}
