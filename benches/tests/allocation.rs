//! The engine's requests for memory, once a World of tables has played long enough: in a tick, in
//! dealing the next game, in copying a table, and in a whole run.
//!
//! Ticks and deals are counted twice. *Further games*: now and then a list outgrows all that was
//! on it before, so this is printed. *The same games again*, on the tables that have played them:
//! whatever a table needs it can have kept, so this must not be over the bounds below.
//!
//! When it is, the test prints the places that asked, and how often each did.

use std::collections::BTreeMap;
use std::fs;

use cardmill_benches::hall::Hall;
use cardmill_benches::matrix::Matrix;
use cardmill_harness::agent::Agent;
use cardmill_harness::play::Play;
use cardmill_unlimited::deal::fork;
use cardmill_unlimited::driver::Tabletop;
use dhat::{HeapStats, Profiler};
use serde::Deserialize;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Tables of the World.
const TABLES: usize = 64;
/// Games that are played before anything is counted.
const WARM_UP: u64 = 640;
/// Ticks in which allocations are counted.
const TICKS: usize = 1_000;

/// Allocations in all those ticks of all tables, at most: a queue may grow for the last time.
const TICKING: u64 = 2;
/// Allocations of dealing one game, at most.
const DEALING: u64 = 0;
/// Allocations of copying tables onto tables that were copied onto before.
const FORKING: u64 = 0;

/// Numbers of allocations, reallocations included, and of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    /// Allocations while tables moved.
    ticking: u64,
    /// Allocations while games were dealt to tables whose games had ended.
    dealing: u64,
    /// Games that were dealt.
    dealt: u64,
}

/// Counts over [`TICKS`] ticks. A profiler must be running.
fn count(hall: &mut Hall) -> Count {
    let blocks = || HeapStats::get().total_blocks;
    let (mut count, before) = (Count::default(), hall.played.games);
    for _ in 0..TICKS {
        let begun = blocks();
        hall.tick();
        let ticked = blocks();
        hall.deal_ended();
        count.ticking += ticked - begun;
        count.dealing += blocks() - ticked;
    }
    count.dealt = hall.played.games - before;
    count
}

/// The places where memory was asked for, as the profile lists them.
#[derive(Deserialize)]
struct Profile {
    pps: Vec<Point>,
    ftbl: Vec<String>,
}

#[derive(Deserialize)]
struct Point {
    tbk: u64,
    tb: u64,
    fs: Vec<usize>,
}

impl Profile {
    /// The places in the workspace, the busiest first: how often, how many bytes, and the way
    /// there from the innermost place on.
    fn sites(&self) -> Vec<(u64, u64, String)> {
        let mut sites: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for point in &self.pps {
            let frames = point.fs.iter().map(|&frame| self.ftbl[frame].as_str());
            // What stands before the first place of ours is the standard library's and dhat's.
            let ours = frames.filter(|frame| frame.contains("cardmill"));
            let way: Vec<&str> = ours.take(4).map(place).collect();
            let site = sites.entry(way.join("\n        ")).or_default();
            site.0 += point.tbk;
            site.1 += point.tb;
        }
        let mut sites: Vec<_> =
            sites.into_iter().map(|(way, (times, bytes))| (times, bytes, way)).collect();
        sites.sort_by(|a, b| b.cmp(a));
        sites
    }
}

/// A frame without its address: function and file.
fn place(frame: &str) -> &str {
    frame.split_once(": ").map_or(frame, |(_, place)| place)
}

/// Runs `play` once more and prints every place that asked for memory.
fn print_sites(play: impl FnOnce()) {
    let path = std::env::temp_dir().join(format!("allocation-{}.json", std::process::id()));
    let profiler = Profiler::builder().file_name(&path).trim_backtraces(None).build();
    play();
    drop(profiler);
    let text = fs::read_to_string(&path).expect("the profile was just written");
    // The file is in the folder for temporary files; what stays behind does no harm.
    let _ = fs::remove_file(&path);
    let profile: Profile = serde_json::from_str(&text).expect("dhat writes JSON");
    for (times, bytes, way) in profile.sites() {
        println!("{times:>8} times, {bytes:>10} bytes: {way}");
    }
}

/// Counts while `play` runs.
fn counted<T>(play: impl FnOnce() -> T) -> (u64, T) {
    let profiler = Profiler::builder().testing().trim_backtraces(Some(4)).build();
    let played = play();
    let blocks = HeapStats::get().total_blocks;
    drop(profiler);
    (blocks, played)
}

/// Ticks and deals with one agent at 64 tables.
fn tables(matrix: &Matrix, agent: Agent) {
    let mut hall = Hall::new(matrix, agent, TABLES);
    hall.play(WARM_UP);
    let further = counted(|| count(&mut hall)).1;
    println!("{agent}, {TICKS} ticks, further games: {further:?}");
    // Twice: a queue that was handed to another table may still grow the first time.
    for _ in 0..2 {
        hall.restart();
        for _ in 0..TICKS {
            hall.tick();
            hall.deal_ended();
        }
    }
    let first = hall.digest();
    hall.restart();
    let again = counted(|| count(&mut hall)).1;
    println!("{agent}, {TICKS} ticks, the same games again: {again:?}");
    assert_eq!(hall.digest(), first, "the same games are played");
    if again.ticking > TICKING || again.dealing > DEALING * again.dealt {
        hall.restart();
        print_sites(|| {
            count(&mut hall);
        });
        panic!("{agent}: {again:?} is more than {TICKING} in all ticks or {DEALING} a deal");
    }
}

/// Copies of games in progress onto tables that have been played on.
fn forks(matrix: &Matrix) {
    let mut hall = Hall::new(matrix, Agent::RANDOM, TABLES);
    hall.play(WARM_UP);
    let half = TABLES / 2;
    let mut copy = || (0..half).for_each(|table| fork(&mut hall.batch, table, half + table));
    copy();
    let (forking, ()) = counted(&mut copy);
    println!("{half} forks: {forking}");
    if forking > FORKING {
        print_sites(copy);
        panic!("{forking} in {half} forks is more than {FORKING}");
    }
}

/// Whole runs: what a game costs beside ticks and dealing, without what a run begins with.
fn runs(matrix: &Matrix) {
    let run = |games| counted(|| matrix.run(Agent::RANDOM, games, 1, TABLES));
    let (fewer, short) = run(4);
    let (more, long) = run(12);
    let games = long.games - short.games;
    println!("a run: {:.2} a game, from {games} games", (more - fewer) as f64 / games as f64);
}

/// One test, since the count is that of the whole process.
#[test]
fn nothing_is_allocated_in_the_steady_state() {
    let matrix = Matrix::load();
    for &agent in Tabletop::AGENTS {
        tables(&matrix, agent);
    }
    forks(&matrix);
    runs(&matrix);
}
