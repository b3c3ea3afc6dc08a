//! The comparison of an engine with its flat reference, as far as all games share it: the text of a
//! decision, the difference between two of them, the parts in which games are repeated, the faults that
//! are still to be found. It knows no rule and neither simulator, so that both remain two roads.
//!
//! ```
//! use cardmill_oracle_comparison::{Difference, moment};
//!
//! let text = |state: &str| moment("P1: action", &["pass".to_owned()], state);
//! let (engine, flat) = (text("round 1"), text("round 2"));
//! let difference = Difference { seed: 7, decision: 3, before: Vec::new(), engine, flat };
//! assert!(difference.to_string().contains("only the engine:\n  round 1\n"));
//! ```

use std::env;
use std::ffi::OsString;
use std::fmt::{self, Debug};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::thread;

/// Threads that repeat games.
const THREADS: u64 = 2;

/// The number of games that a variable of the environment asks for, or the usual one.
#[must_use]
pub fn games(variable: &str, usual: u64) -> u64 {
    env::var(variable).ok().and_then(|games| games.parse().ok()).unwrap_or(usual)
}

/// Results of each part of so many games, in order: each part is repeated on a thread of its own.
///
/// # Panics
/// When a part does.
pub fn in_parts<T: Send>(games: u64, repeat: impl Fn(Range<u64>) -> T + Sync) -> Vec<T> {
    let (repeat, part) = (&repeat, |n: u64| games * n / THREADS..games * (n + 1) / THREADS);
    thread::scope(|scope| {
        let parts: Vec<_> = (0..THREADS).map(|n| scope.spawn(move || repeat(part(n)))).collect();
        let joined = parts.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(|part| part.expect("both agree, or the difference is above")).collect()
    })
}

/// Leaves of the faults those with which a game is repeated as if there were none, and tells where the
/// others were found: `repeat` says at which decision.
pub fn unnoticed<F: Copy + Debug>(
    faults: &mut Vec<F>,
    game: u64,
    repeat: impl Fn(F) -> Option<usize>,
) {
    faults.retain(|&fault| {
        let found = repeat(fault);
        if let Some(decision) = found {
            println!("{fault:?}: found by game {game}, decision {decision}");
        }
        found.is_none()
    });
}

/// The files among the sources of a crate that name another crate of the project. The example of a front
/// page names its own.
///
/// # Panics
/// When there is no such folder, or a file in it cannot be read.
#[must_use]
pub fn naming_others(package: &str) -> Vec<OsString> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
    let own = format!("cardmill_oracle_{package}::");
    let mut naming = Vec::new();
    for entry in fs::read_dir(sources).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("text");
        if text.replace(&own, "").contains("cardmill_") {
            naming.extend(path.file_name().map(ToOwned::to_owned));
        }
    }
    naming
}

/// The text of a decision: who is asked what, the options, the state.
#[must_use]
pub fn moment(question: &str, options: &[String], state: &str) -> String {
    format!("{question}\noptions: {}\n{state}", options.join("; "))
}

/// A decision about which the two simulators do not agree.
#[derive(Debug)]
pub struct Difference {
    /// The seed of the game.
    pub seed: u64,
    /// The number of the decision, from 1.
    pub decision: usize,
    /// The last decisions before it, a line each, as far as they are told.
    pub before: Vec<String>,
    /// The decision of the engine.
    pub engine: String,
    /// The same of the flat reference.
    pub flat: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, decision {}", self.seed, self.decision)?;
        for line in &self.before {
            writeln!(f, "  after {line}")?;
        }
        let only = |own: &str, other: &str| -> String {
            let lines = own.lines().filter(|line| !other.lines().any(|l| l == *line));
            lines.map(|line| format!("  {line}\n")).collect()
        };
        writeln!(f, "only the engine:\n{}", only(&self.engine, &self.flat))?;
        writeln!(f, "only the flat reference:\n{}", only(&self.flat, &self.engine))?;
        writeln!(f, "engine:\n{}\nflat reference:\n{}", self.engine, self.flat)
    }
}
