//! Errors of the host, with the exit code of each.

use std::io;
use std::path::{Path, PathBuf};

use cardmill_harness::library::LoadErrors;
use cardmill_harness::play::EntryError;
use rayon::ThreadPoolBuildError;

/// An error as the command line reports it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The card files do not load.
    #[error(transparent)]
    Cards(#[from] LoadErrors),
    /// Entries that cannot be played.
    #[error("{}", bad_entries(noun, errors))]
    Entries {
        /// The noun for an entry of the game, such as `deck`.
        noun: &'static str,
        /// The entries, each with the complaints about it.
        errors: Vec<EntryError>,
    },
    /// The command line asks for something that cannot be.
    #[error("{0}")]
    Usage(String),
    /// A file or folder is not what it should be.
    #[error("{}: {problem}; expected {expected}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The complaint about the file.
        problem: String,
        /// The expectation, such as `a table of played games`.
        expected: String,
    },
    /// Writing broke off in the middle; nothing is left under the final name.
    #[error("{}: cannot go on writing: {source}", path.display())]
    Write {
        /// The file under its final name, or `standard output`.
        path: PathBuf,
        /// The error as the operating system reports it.
        source: io::Error,
    },
    /// It was told to stop before it was done.
    #[error("stopped before it was done")]
    Stopped,
    /// Threads are needed that another process has.
    #[error(
        "an arena with threads does not survive a fork: they are in the process that made it; \
         expected one that is made, or loaded from what save wrote, in this process, or one thread"
    )]
    Forked,
    /// The engine could not be set up, or broke.
    #[error("the engine failed: {0}")]
    Engine(String),
}

impl From<ThreadPoolBuildError> for Error {
    fn from(error: ThreadPoolBuildError) -> Self {
        Self::Engine(error.to_string())
    }
}

/// The most bad entries that are told one by one.
const MOST_ENTRIES: usize = 20;

fn bad_entries(noun: &str, errors: &[EntryError]) -> String {
    let told = errors.iter().take(MOST_ENTRIES).map(ToString::to_string);
    let more = errors.len().saturating_sub(MOST_ENTRIES);
    let more = (more > 0).then(|| format!("and {more} more {noun}s that are not legal"));
    told.chain(more).collect::<Vec<_>>().join("\n")
}

impl Error {
    /// A file or folder that is not what it should be.
    pub fn file(path: &Path, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), problem: problem.into(), expected: expected.into() }
    }

    /// 2 for bad input, 1 for what failed on the way.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Cards(_) | Self::Entries { .. } | Self::Usage(_) | Self::File { .. } => 2,
            Self::Write { .. } | Self::Engine(_) | Self::Stopped | Self::Forked => 1,
        }
    }
}
