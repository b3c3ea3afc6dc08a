//! The program itself as a process of its own, for what only a whole process shows: the time to
//! its first game, its peak memory, its instructions.
//!
//! A benchmark starts itself once more and is `cardmill` then, so that what it measures is built
//! from the same source in the same way.

use std::env::{current_exe, var_os};
use std::fs;
use std::process::{Command, ExitCode, Output};

use cardmill_harness::agent::Agent;
use cardmill_unlimited::library::default_dir;

use crate::matrix::SEED;

/// Set for a process that is to be `cardmill`.
const MARK: &str = "CARDMILL_BENCHES_PROGRAM";

/// Is `cardmill`, if this process was started for that, and says at the end how much memory it
/// had at most. To be called before anything else.
#[must_use]
pub fn main() -> Option<ExitCode> {
    var_os(MARK)?;
    let code = cardmill::cli::main();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(line) = status.lines().find(|line| line.starts_with(PEAK)) {
        eprintln!("{line}");
    }
    Some(code)
}

const PEAK: &str = "VmHWM:";

/// The peak memory in kilobytes that a process said it had; nothing where the system does not
/// tell.
#[must_use]
pub fn peak(output: &Output) -> Option<u64> {
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find_map(|line| line.strip_prefix(PEAK))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The instructions that callgrind says it saw; nothing if it did not say.
#[must_use]
pub fn collected(output: &Output) -> Option<u64> {
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find_map(|line| line.split_once("Collected :"))?;
    line.1.trim().parse().ok()
}

/// `cardmill`, under another program such as a profiler if one is given.
///
/// # Panics
/// If the system does not say what program this is.
#[must_use]
pub fn command(under: &[&str]) -> Command {
    let this = current_exe().expect("the system knows which program this is");
    let mut command = match under {
        [] => Command::new(this),
        [program, arguments @ ..] => {
            let mut command = Command::new(program);
            command.args(arguments).arg(this);
            command
        }
    };
    command.env(MARK, "1");
    command
}

/// The argument for all six decks.
pub const ALL: &[&str] = &[""];

/// Arguments of a run over all pairs of some decks, named by their files in
/// `cards/unlimited/decks`.
#[must_use]
pub fn simulate(
    decks: &[&str],
    agent: Agent,
    games_per_pair: u64,
    threads: usize,
    batch: usize,
) -> Vec<String> {
    let folder = default_dir().join("unlimited/decks");
    let mut arguments = vec!["simulate".to_owned()];
    arguments.extend(decks.iter().map(|deck| folder.join(deck).display().to_string()));
    let options = [
        ("--games", games_per_pair.to_string()),
        ("--seed", SEED.to_string()),
        ("--agents", agent.to_string()),
        ("--threads", threads.to_string()),
        ("--batch", batch.to_string()),
        ("--format", "json".to_owned()),
    ];
    for (name, value) in options {
        arguments.extend([name.to_owned(), value]);
    }
    arguments.push("--quiet".to_owned());
    arguments
}

/// The summary of a run, as the program prints it in JSON.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Summary {
    /// Digest of all games.
    pub digest: String,
    /// Games that were played.
    pub games: u64,
    /// The number of decisions in them.
    pub decisions: u64,
    /// The seconds that they took.
    pub seconds: f64,
}

/// Plays to the end.
///
/// # Panics
/// If the process cannot be started, fails, or prints something else.
pub fn play(mut command: Command) -> (Summary, Output) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let result = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{command:?} printed no result: {error}"));
    (result, output)
}
