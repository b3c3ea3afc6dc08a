//! Instructions per decision, counted by valgrind: a figure that hardly depends on the machine or
//! on what else it does, so that two builds can be told apart by less than a per cent.
//!
//! Two runs of different length are counted; their difference is without start-up. The parts are
//! the stages of the resolution with all that they call, and what the host does for a game, by the
//! decision. Plain `cargo bench` leaves this out, since it needs valgrind:
//!
//!     cargo bench -p cardmill-benches --bench instructions

use std::process::{Command, ExitCode};

use cardmill::output::figure::grouped;
use cardmill_benches::profile::Profile;
use cardmill_benches::program;
use cardmill_harness::agent::Agent;
use cardmill_harness::play::Play;
use cardmill_unlimited::driver::Tabletop;

/// Games of each pair in the short and in the long run.
const GAMES: [u64; 2] = [2, 10];
/// Tables in the World.
const BATCH: usize = 64;
/// Counts with its simplest tool.
const VALGRIND: &str = "valgrind";

/// Parts of a decision by the functions that do them: where a name begins and ends.
const PARTS: [(&str, &str, &str); 10] = [
    ("advance", "cardmill_kernel::advance::advance", ""),
    ("replace", "cardmill_kernel::replace::replace", ""),
    ("commit", "cardmill_kernel::commit::commit", ""),
    ("constant", "cardmill_kernel::constant::constant", ""),
    ("trigger", "cardmill_kernel::trigger::trigger", ""),
    ("settle", "cardmill_kernel::resolve::", "::settle"),
    ("order", "cardmill_kernel::order::order", ""),
    ("offer", "cardmill_kernel::resolve::", "::offer"),
    ("deal", "cardmill_host::hall::Worker", "::deal"),
    ("digest and record", "cardmill_host::hall::Worker", "::ended"),
];

/// A run under callgrind.
struct Counted {
    played: program::Summary,
    instructions: u64,
    parts: [u64; PARTS.len()],
}

fn count(agent: Agent, games: u64) -> Result<Counted, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("callgrind.out");
    let out = format!("--callgrind-out-file={}", file.display());
    let mut command = program::command(&[VALGRIND, "--tool=callgrind", &out]);
    command.args(program::simulate(program::ALL, agent, games, 1, BATCH));
    let (played, output) = program::play(command);
    let instructions = program::collected(&output)
        .ok_or("callgrind ended without its line \"Collected : <instructions>\"")?;
    let profile = Profile::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let parts = PARTS.map(|(_, begin, end)| profile.of(begin, end));
    Ok(Counted { played, instructions, parts })
}

fn print_difference(agent: Agent) -> Result<(), String> {
    let [short, long] = [count(agent, GAMES[0])?, count(agent, GAMES[1])?];
    let decisions = long.played.decisions - short.played.decisions;
    let all = long.instructions - short.instructions;
    println!(
        "= {agent}: {} instructions per decision; {} more in {} more games with {} more decisions, digest {}",
        grouped(all / decisions),
        grouped(all),
        long.played.games - short.played.games,
        grouped(decisions),
        long.played.digest,
    );
    let mut rest = all;
    for ((name, ..), (more, fewer)) in PARTS.iter().zip(long.parts.into_iter().zip(short.parts)) {
        rest = rest.saturating_sub(more - fewer);
        println!("= {agent}, {name}: {}", grouped((more - fewer) / decisions));
    }
    println!("= {agent}, agents, schedule and the rest: {}", grouped(rest / decisions));
    Ok(())
}

fn main() -> ExitCode {
    if let Some(code) = program::main() {
        return code;
    }
    if let Err(error) = Command::new(VALGRIND).arg("--version").output() {
        eprintln!(
            "error: valgrind cannot be run ({error}); install it, for example with \
             `apt-get install valgrind`. Nothing was counted."
        );
        return ExitCode::FAILURE;
    }
    for &agent in Tabletop::AGENTS {
        if let Err(error) = print_difference(agent) {
            eprintln!("error: {agent}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
