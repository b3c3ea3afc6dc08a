//! Observations for policies: a decision written as rows into a caller's arrays, in nanoseconds and,
//! if valgrind is there, in instructions.
//!
//!     cargo bench -p cardmill-benches --bench observe

use std::env::{current_exe, var};
use std::process::{Command, ExitCode};

use cardmill_benches::hall::Hall;
use cardmill_benches::matrix::Matrix;
use cardmill_benches::program::collected;
use cardmill_benches::speed::timed;
use cardmill_harness::agent::Agent;
use cardmill_harness::observation::{Arrays, Encoder, Glance, Level, Room};
use cardmill_harness::play::Play;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::resolve::look_each;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::driver::Tabletop;

/// Tables in the World.
const TABLES: usize = 64;
/// Ticks after which all tables are observed; so many that their games are spread out.
const TICKS: usize = 400;
/// Set for a process that is counted: how often all tables are observed after each tick.
const TIMES: &str = "CARDMILL_BENCHES_OBSERVE";

/// Tables in play, and where they are written to.
struct Tables<'m> {
    hall: Hall<'m>,
    encoder: Encoder<Unlimited>,
    arrays: Arrays,
}

impl<'m> Tables<'m> {
    fn new(matrix: &'m Matrix) -> Self {
        let hall = Hall::new(matrix, Agent::RANDOM, TABLES);
        // The game's own, which is optimised as the game is.
        let encoder = Tabletop::encoder().expect("it has observations");
        let arrays = Arrays::new(encoder.widths(), Room::default(), TABLES);
        Self { hall, encoder, arrays }
    }

    fn tick(&mut self) {
        self.hall.tick();
        self.hall.deal_ended();
    }

    /// Observes the decision of every table from the seat that is asked.
    fn observe(&mut self) {
        let Self { hall, encoder, arrays } = self;
        let mut arrays = arrays.padded();
        let entities: Vec<_> = (0..TABLES).map(|table| hall.batch.table(table)).collect();
        let mut place = 0;
        look_each::<Unlimited>(hall.batch.world_mut(), entities, |at| {
            let glance = Glance { seat: at.decision.seat, level: Level::Seat, page: 0 };
            encoder.pad(at, glance, &mut arrays, place);
            place += 1;
        });
    }

    /// Plays and observes as often after each tick.
    fn play(&mut self, times: usize) {
        for _ in 0..TICKS {
            self.tick();
            for _ in 0..times {
                self.observe();
            }
        }
    }
}

/// Instructions of a process that observes so often after each tick.
fn count(times: usize) -> Result<u64, String> {
    let this = current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(this);
    let output = command.env(TIMES, times.to_string()).output();
    let output = output.map_err(|error| format!("valgrind cannot be run: {error}"))?;
    collected(&output).ok_or_else(|| "valgrind has counted nothing".to_owned())
}

fn main() -> ExitCode {
    let matrix = Matrix::load();
    let mut tables = Tables::new(&matrix);
    if let Some(times) = var(TIMES).ok().and_then(|times| times.parse().ok()) {
        tables.play(times);
        return ExitCode::SUCCESS;
    }
    let (mut samples, mut rows, mut actions) = (Vec::new(), 0, 0);
    let mut digest = Digest::default();
    for _ in 0..TICKS {
        tables.tick();
        samples.push(timed(|| tables.observe()).as_secs_f64() / TABLES as f64);
        rows += tables.arrays.filled.iter().map(|filled| filled.entities).sum::<usize>();
        actions += tables.arrays.filled.iter().map(|filled| filled.actions).sum::<usize>();
        core::hash::Hash::hash(&(&tables.arrays.entities, &tables.arrays.actions), &mut digest);
    }
    samples.sort_by(f64::total_cmp);
    let all = (TICKS * TABLES) as f64;
    println!(
        "= observe: {:.0} ns a decision of {:.1} entity rows and {:.1} actions, digest {:016x}",
        samples[TICKS / 2] * 1e9,
        rows as f64 / all,
        actions as f64 / all,
        core::hash::Hasher::finish(&digest),
    );
    match count(0).and_then(|without| Ok((without, count(2)?))) {
        Ok((without, with)) => {
            println!(
                "= observe: {:.0} instructions a decision",
                (with - without) as f64 / 2.0 / all
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}; instructions were not counted");
            ExitCode::FAILURE
        }
    }
}
