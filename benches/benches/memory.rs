//! Bytes of a table, and peak memory of a run by number of games.
//!
//! A million games take a minute or more, and are played only when asked for: with `--million`.

use std::process::ExitCode;

use cardmill::output::figure::grouped;
use cardmill_benches::hall::Hall;
use cardmill_benches::matrix::Matrix;
use cardmill_benches::program;
use cardmill_harness::agent::Agent;
use dhat::{HeapStats, Profiler};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Tables whose memory is counted.
const TABLES: usize = 256;
/// Games on each of them before it is counted again.
const GAMES: usize = 8;
/// Worker threads of a run, and tables in the World of each.
const RUN: (usize, usize) = (2, 64);

/// Bytes that are on the heap.
fn live() -> usize {
    HeapStats::get().curr_bytes
}

fn bytes_of_a_table(matrix: &Matrix) {
    let profiler = Profiler::builder().testing().trim_backtraces(Some(4)).build();
    let before = live();
    let without = Hall::empty(matrix, Agent::RANDOM, 0);
    let none = live() - before;
    drop(without);
    let before = live();
    let mut hall = Hall::new(matrix, Agent::RANDOM, TABLES);
    let print = |when: &str, digest: u64| {
        let bytes = (live() - before - none) / TABLES;
        println!("= a table {when}: {} bytes, digest {digest:016x}", grouped(bytes as u64));
    };
    print("with its first game", hall.digest());
    hall.play((GAMES * TABLES) as u64);
    print("after some games", hall.digest());
    println!("= a World without tables: {} bytes", grouped(none as u64));
    drop(hall);
    drop(profiler);
}

fn peak_of_a_run(matrix: &Matrix, games: u64) {
    let per_pair = games.div_ceil(matrix.pairings.len() as u64);
    let mut command = program::command(&[]);
    command.args(program::simulate(program::ALL, Agent::RANDOM, per_pair, RUN.0, RUN.1));
    let (played, output) = program::play(command);
    let peak = match program::peak(&output) {
        Some(kilobytes) => format!("{:.1} MB", kilobytes as f64 * 1024.0 / 1e6),
        None => "unknown, since this system does not tell".to_owned(),
    };
    println!(
        "= a run of {} games: peak {peak}; {:.1} s, digest {}",
        grouped(played.games),
        played.seconds,
        played.digest
    );
}

fn main() -> ExitCode {
    if let Some(code) = program::main() {
        return code;
    }
    let matrix = Matrix::load();
    bytes_of_a_table(&matrix);
    for games in [10_000, 100_000] {
        peak_of_a_run(&matrix, games);
    }
    if std::env::args().any(|argument| argument == "--million") {
        peak_of_a_run(&matrix, 1_000_000);
    } else {
        println!("a million games: cargo bench -p cardmill-benches --bench memory -- --million");
    }
    ExitCode::SUCCESS
}
