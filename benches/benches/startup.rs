//! From the start of the process to the end of its first game, and the parts of that time.

use std::process::ExitCode;

use cardmill_benches::hall::Hall;
use cardmill_benches::matrix::Matrix;
use cardmill_benches::program;
use cardmill_benches::speed::{group, measure, print_each};
use cardmill_harness::agent::Agent;
use cardmill_kernel::digest::Digest;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::library::{Library, default_dir};
use criterion::{BenchmarkId, Criterion};

/// Tables of a World as `cardmill simulate` builds it.
const TABLES: usize = 32;

/// A whole process: it starts, loads the cards and two decks, plays one game, prints the
/// result and ends.
fn first_game(c: &mut Criterion) {
    let mut group = group(c, "start-up");
    let mut played = None;
    let id = BenchmarkId::new("process", "first game");
    let seconds = measure(
        &mut group,
        id,
        &mut played,
        |_| {},
        |played| {
            let mut command = program::command(&[]);
            command.args(program::simulate(
                &["luke.json", "vader.json"],
                Agent::RANDOM,
                1,
                1,
                TABLES,
            ));
            *played = Some(program::play(command).0);
        },
    );
    if let Some((seconds, played)) = seconds.zip(played) {
        let (games, digest) = (played.games, played.digest);
        println!("= process with {games} game: {:.1} ms, digest {digest}", seconds * 1e3);
    }
    group.finish();
}

fn parts(c: &mut Criterion) {
    let dir = default_dir();
    let mut group = group(c, "start-up");
    let load = || Library::load(&dir).expect("the cards of the checkout load");
    let library = load();
    let cards = library.definitions.len() as u64;
    let mut part = |name: &str, run: &mut dyn FnMut()| {
        let id = BenchmarkId::new("part", name);
        if let Some(seconds) = measure(&mut group, id, &mut (), |()| {}, |()| run()) {
            print_each(name, seconds, Digest::of(&cards));
        }
    };
    part("read and check the cards", &mut || {
        core::hint::black_box(load());
    });
    part("catalogue", &mut || {
        core::hint::black_box(Catalogue::new(&library.definitions))
            .expect("the cards are in order");
    });
    let matrix = Matrix::load();
    part("World of tables", &mut || {
        core::hint::black_box(Hall::new(&matrix, Agent::RANDOM, TABLES));
    });
    group.finish();
}

fn main() -> ExitCode {
    if let Some(code) = program::main() {
        return code;
    }
    let mut criterion = Criterion::default().configure_from_args();
    first_game(&mut criterion);
    parts(&mut criterion);
    criterion.final_summary();
    ExitCode::SUCCESS
}
