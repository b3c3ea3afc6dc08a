//! Instructions per decision, counted by valgrind: a figure that hardly depends on the machine or
//! on what else it does, so that two builds can be told apart by less than a per cent.
//!
//! Two runs of different length are counted; their difference is without start-up. Plain `cargo
//! bench` leaves this out, since it needs valgrind:
//!
//!     cargo bench -p cardmill-benches --bench instructions

use std::process::{Command, ExitCode, Output};

use cardmill::output::table::grouped;
use cardmill_benches::program;
use cardmill_harness::agent::Agent;
use cardmill_harness::play::Play;
use cardmill_unlimited::driver::Tabletop;

/// Games of each pair in the short and in the long run.
const GAMES: [u64; 2] = [2, 10];
/// Tables in the World.
const BATCH: usize = 64;

/// Valgrind with its simplest tool that counts, and nothing written to disk.
const VALGRIND: [&str; 3] = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];

/// The instructions that callgrind says it saw.
fn collected(output: &Output) -> Option<u64> {
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find_map(|line| line.split_once("Collected :"))?;
    line.1.trim().parse().ok()
}

/// Instructions of a run, and what it says about itself.
fn count(agent: Agent, games: u64) -> Result<(u64, program::Summary), String> {
    let mut command = program::command(&VALGRIND);
    command.args(program::simulate(program::ALL, agent, games, 1, BATCH));
    let (played, output) = program::play(command);
    let instructions = collected(&output)
        .ok_or("callgrind ended without its line \"Collected : <instructions>\"")?;
    Ok((instructions, played))
}

fn print_difference(agent: Agent) -> Result<(), String> {
    let [(short, fewer), (long, more)] = [count(agent, GAMES[0])?, count(agent, GAMES[1])?];
    let decisions = more.decisions - fewer.decisions;
    println!(
        "= {agent}: {} instructions per decision; {} more in {} more games with {} more decisions, digest {}",
        grouped((long - short) / decisions),
        grouped(long - short),
        more.games - fewer.games,
        grouped(decisions),
        more.digest,
    );
    Ok(())
}

fn main() -> ExitCode {
    if let Some(code) = program::main() {
        return code;
    }
    if let Err(error) = Command::new(VALGRIND[0]).arg("--version").output() {
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
