//! An arena played in native code, without and with rows, beside a run of the same decks: decisions
//! a second, measured in turns, and, if valgrind is there, instructions.
//!
//!     cargo bench -p cardmill-benches --bench arena

use std::env::{current_exe, var};
use std::process::{Command, ExitCode};

use cardmill::arena::{Arena, Player, Reward, Seating, Settings};
use cardmill::entry::Entry;
use cardmill::host::Catalogue;
use cardmill::output::figure::grouped;
use cardmill::setup::Setups;
use cardmill_benches::matrix::{Matrix, SEED};
use cardmill_benches::program::collected;
use cardmill_benches::speed::{median, timed};
use cardmill_harness::agent::Agent;
use cardmill_harness::observation::{Arrays, Encoder, Level, Room};
use cardmill_harness::play::Play;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::driver::Tabletop;

/// Decisions of a batch, at least.
const BATCH: usize = 64;
/// Tables of the arenas that are timed.
const TABLES: [usize; 3] = [64, 256, 512];
/// Tables of a run, and games of each pair in one that is timed.
const RUN: (usize, u64) = (32, 100);
/// The number of times that everything is timed.
const TURNS: usize = 9;
/// The names of the things that are counted.
const COUNTED: [&str; 3] = ["run", "arena without rows", "arena with rows"];
/// Games of each pair of a run that is counted, and decisions of an arena: few, and more.
const COUNTS: [(u64, u64); 2] = [(2, 10_000), (10, 40_000)];
/// Set for a process that is counted: the places of what it plays and of how much of it.
const MARK: &str = "CARDMILL_BENCHES_ARENA";

/// An arena, and where its rows are written to.
struct Played {
    arena: Arena<Tabletop>,
    encoder: Encoder<Unlimited>,
    /// In turns, as Python has them.
    arrays: [Arrays; 2],
    rows: bool,
    steps: usize,
}

impl Played {
    fn new(matrix: &Matrix, tables: usize, rows: bool) -> Self {
        let settings = Settings {
            tables,
            seed: SEED,
            threads: 1,
            batch: BATCH,
            seating: Seating {
                players: [Player::Outside, Player::Outside].into_iter().collect(),
                moves: false,
            },
            reward: Reward::Win,
            actions: Room::default().actions,
            history: 0,
            rounds: None,
            decisions: None,
            games: None,
            holds: false,
        };
        let decks = Entry::all::<Tabletop>(matrix.decks.clone());
        let setups = Setups::pairs(decks, &matrix.pairings);
        let catalogue = Catalogue::of::<Tabletop>(matrix.catalogue.clone());
        let arena = Arena::new(catalogue, setups, settings).expect("it can be played");
        // The game's own, which is optimised as the game is.
        let encoder = Tabletop::encoder().expect("it has observations");
        let arrays = Arrays::new(encoder.widths(), Room::default(), arena.most_rows());
        Self { arena, encoder, arrays: [arrays.clone(), arrays], rows, steps: 0 }
    }

    /// Plays until so many decisions were answered by chance. Returns how many were.
    fn play(&mut self, decisions: u64) -> u64 {
        let mut answered = 0;
        while answered < decisions {
            let count = self.arena.recv().expect("everything is answered").len();
            if self.rows {
                let mut arrays = self.arrays[self.steps % 2].padded();
                let seen = self.arena.observe(0..count, &self.encoder, Level::Seat, &mut arrays);
                seen.expect("there is room");
            }
            self.steps += 1;
            let choices = self.arena.draw(Agent::RANDOM).expect("chance answers at once");
            self.arena.send(&choices).expect("these can be chosen");
            drop(self.arena.take_ended());
            answered += count as u64;
        }
        answered
    }
}

/// Is a process that is counted. Returns how many decisions it has played.
fn play(matrix: &Matrix, what: usize, (games, decisions): (u64, u64)) -> u64 {
    match COUNTED[what] {
        "run" => matrix.run(Agent::RANDOM, games, 1, RUN.0).decisions,
        arena => Played::new(matrix, TABLES[0], arena == "arena with rows").play(decisions),
    }
}

/// The instructions of a decision, counted by valgrind.
fn count(what: usize) -> Result<u64, String> {
    let this = current_exe().map_err(|error| error.to_string())?;
    let counted = |long: usize| {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&this);
        let output = command.env(MARK, format!("{what} {long}")).output();
        let output = output.map_err(|error| format!("valgrind cannot be run: {error}"))?;
        let instructions = collected(&output).ok_or("valgrind has counted nothing")?;
        let decisions = String::from_utf8_lossy(&output.stdout).trim().parse::<u64>();
        Ok::<_, String>((instructions, decisions.map_err(|error| error.to_string())?))
    };
    let (short, long) = (counted(0)?, counted(1)?);
    Ok((long.0 - short.0) / (long.1 - short.1))
}

fn main() -> ExitCode {
    let matrix = Matrix::load();
    if let Ok(marked) = var(MARK) {
        let mut places = marked.split(' ').filter_map(|place| place.parse::<usize>().ok());
        let mut next = || places.next().expect("two places");
        println!("{}", play(&matrix, next(), COUNTS[next()]));
        return ExitCode::SUCCESS;
    }
    let arenas = TABLES.into_iter().flat_map(|tables| [(tables, false), (tables, true)]);
    let mut arenas: Vec<(Played, Vec<f64>)> =
        arenas.map(|(tables, rows)| (Played::new(&matrix, tables, rows), Vec::new())).collect();
    let mut runs = Vec::new();
    for _ in 0..TURNS {
        let mut decisions = 0;
        let seconds = timed(|| {
            decisions = matrix.run(Agent::RANDOM, RUN.1, 1, RUN.0).decisions;
        });
        let run = decisions as f64 / seconds.as_secs_f64();
        runs.push(run);
        for (played, ratios) in &mut arenas {
            let mut answered = 0;
            let seconds = timed(|| answered = played.play(decisions / 2));
            ratios.push(answered as f64 / seconds.as_secs_f64() / run);
        }
    }
    println!("= run: {} decisions/s", grouped(median(runs).expect("there were turns") as u64));
    for (played, ratios) in arenas {
        let (games, digest) = played.arena.digest();
        println!(
            "= arena of {} tables, {} rows: {:.2} times that; {games} games, digest {digest:016x}",
            played.arena.settings().tables,
            if played.rows { "with" } else { "without" },
            median(ratios).expect("there were turns"),
        );
    }
    for (what, name) in COUNTED.iter().enumerate() {
        match count(what) {
            Ok(count) => println!("= {name}: {} instructions a decision", grouped(count)),
            Err(error) => {
                eprintln!("error: {error}; instructions were not counted");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
