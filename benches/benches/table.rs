//! Everything that can be done with a table beside playing on it: copying it onto another one,
//! dealing a world there that a seat cannot rule out, its digest, writing it down and reading it
//! back, dealing it a new game.

use cardmill_benches::hall::Hall;
use cardmill_benches::matrix::{Matrix, SEED};
use cardmill_benches::speed::{group, measure, print_each};
use cardmill_harness::agent::Agent;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::roster::Lists;
use cardmill_kernel::saved::Origin;
use cardmill_unlimited::board::Board;
use cardmill_unlimited::deal;
use cardmill_unlimited::view::determinize;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

/// Tables with a game in progress, and as many to copy to.
const TABLES: usize = 32;
/// Ticks that are played of each game, some way into it.
const TICKS: usize = 300;

/// The first half of the tables has games in progress; games have been played on all of them.
fn tables(matrix: &Matrix) -> Hall<'_> {
    let mut hall = Hall::new(matrix, Agent::RANDOM, 2 * TABLES);
    hall.play(4 * TABLES as u64);
    hall.restart();
    for _ in 0..TICKS {
        hall.tick();
        hall.deal_ended();
    }
    hall
}

/// Digest of the tables that are copied, or of those that are copied to.
fn digests(hall: &Hall, first: usize) -> u64 {
    let digests = (first..first + TABLES).map(|table| deal::digest(&hall.batch, table));
    Digest::of(&digests.collect::<Vec<_>>())
}

fn sizes(hall: &Hall, table: usize) -> Lists<usize> {
    let board = hall.batch.world().get::<Board>(hall.batch.table(table));
    board.expect("a table has a board").sizes()
}

/// A table as text: what a saved game of a session is, but for its head.
fn write(hall: &Hall, table: usize) -> String {
    let saved = hall.batch.save(table, sizes(hall, table));
    serde_json::to_string(&saved).expect("a saved table is plain data")
}

const ORIGIN: Origin<'_> = Origin { game: "unlimited", cards: 0 };

/// A table as bytes.
fn pack(hall: &Hall, table: usize) -> Vec<u8> {
    hall.batch.pack(table, sizes(hall, table), ORIGIN)
}

fn read(hall: &mut Hall, table: usize, saved: &str) {
    let saved = serde_json::from_str(saved).expect("it was just written down");
    hall.batch.load(table, saved, deal::grow).expect("it is from a table of this game");
}

fn operations(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut hall = tables(&matrix);
    let played = digests(&hall, 0);
    let mut group = group(c, "table");
    let mut each = |hall: &mut Hall, name: &str, run: &mut dyn FnMut(&mut Hall)| {
        let id = BenchmarkId::new(name, TABLES);
        let seconds = measure(&mut group, id, hall, |_| {}, run);
        assert_eq!(digests(hall, 0), played, "the games stay as they are");
        seconds.map(|seconds| seconds / TABLES as f64)
    };

    let fork = each(&mut hall, "fork", &mut |hall| {
        for table in 0..TABLES {
            deal::fork(&mut hall.batch, table, TABLES + table);
        }
    });
    if let Some(seconds) = fork {
        assert_eq!(digests(&hall, TABLES), played, "a copy is equal");
        print_each("fork", seconds, digests(&hall, TABLES));
    }

    let world = each(&mut hall, "world", &mut |hall| {
        for table in 0..TABLES {
            determinize(&mut hall.batch, table, TABLES + table, 0, SEED)
                .expect("there is the true one");
        }
    });
    if let Some(seconds) = world {
        print_each("world", seconds, digests(&hall, TABLES));
    }

    let digest = each(&mut hall, "digest", &mut |hall| {
        for table in 0..TABLES {
            core::hint::black_box(deal::digest(&hall.batch, table));
        }
    });
    if let Some(seconds) = digest {
        print_each("digest", seconds, played);
    }

    let saved: Vec<String> = (0..TABLES).map(|table| write(&hall, table)).collect();
    let save = each(&mut hall, "save", &mut |hall| {
        for (table, saved) in saved.iter().enumerate() {
            assert_eq!(write(hall, table), *saved, "the same is written");
        }
    });
    if let Some(seconds) = save {
        print_each("save", seconds, Digest::of(&saved));
        let bytes: usize = saved.iter().map(String::len).sum();
        println!("= a table written down is {} bytes", bytes / TABLES);
    }

    let load = each(&mut hall, "load", &mut |hall| {
        for (table, saved) in saved.iter().enumerate() {
            read(hall, TABLES + table, saved);
        }
    });
    if let Some(seconds) = load {
        assert_eq!(digests(&hall, TABLES), played, "what is loaded is equal");
        print_each("load", seconds, digests(&hall, TABLES));
    }

    let packed: Vec<Vec<u8>> = (0..TABLES).map(|table| pack(&hall, table)).collect();
    let pack = each(&mut hall, "pack", &mut |hall| {
        for (table, packed) in packed.iter().enumerate() {
            assert_eq!(pack(hall, table), *packed, "the same is written");
        }
    });
    if let Some(seconds) = pack {
        print_each("pack", seconds, Digest::of(&packed));
        let bytes: usize = packed.iter().map(Vec::len).sum();
        println!("= a table packed is {} bytes", bytes / TABLES);
    }

    let unpack = each(&mut hall, "unpack", &mut |hall| {
        for (table, packed) in packed.iter().enumerate() {
            let read = hall.batch.unpack(TABLES + table, packed, ORIGIN, deal::grow);
            read.expect("it is from a table of this game");
        }
    });
    if let Some(seconds) = unpack {
        assert_eq!(digests(&hall, TABLES), played, "what is unpacked is equal");
        print_each("unpack", seconds, digests(&hall, TABLES));
    }

    let deal = each(&mut hall, "deal", &mut |hall| {
        for game in 0..TABLES {
            let (a, b) = matrix.pairings[game % matrix.pairings.len()];
            let decks = [a, b].map(|deck| &matrix.decks[usize::from(deck)]);
            deal::deal(&mut hall.batch, TABLES + game, decks, SEED, game as u64);
        }
    });
    if let Some(seconds) = deal {
        print_each("deal", seconds, digests(&hall, TABLES));
    }
    group.finish();
}

criterion_group!(benches, operations);
criterion_main!(benches);
