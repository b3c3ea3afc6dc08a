//! The cost of a tick: by number of systems that have nothing to do, and by number of constant
//! abilities in play.

use bevy_ecs::prelude::*;
use cardmill_benches::hall::Hall;
use cardmill_benches::matrix::Matrix;
use cardmill_benches::speed::{group, measure, print_each};
use cardmill_harness::agent::Agent;
use cardmill_kernel::schedule::TickSystems;
use cardmill_kernel::table::Status;
use cardmill_unlimited::deal;
use cardmill_unlimited::position::{Position, Side, UnitInPlay, arrange};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

/// Tables of the World.
const TABLES: usize = 64;
/// Ticks in one measurement.
const TICKS: usize = 20;
/// Games that are played before anything is measured.
const WARM_UP: u64 = 300;

/// A component that nothing has.
#[derive(Component)]
struct Nothing;

/// A system of the game that finds nothing to do.
fn idle(tables: Query<&Nothing>) {
    for nothing in &tables {
        core::hint::black_box(nothing);
    }
}

fn tick(hall: &mut Hall) {
    for _ in 0..TICKS {
        hall.tick();
    }
}

fn by_systems(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut group = group(c, "tick by idle systems");
    let mut without = None;
    for systems in [0, 20, 40, 80] {
        let mut hall = Hall::empty(&matrix, Agent::RANDOM, TABLES);
        for _ in 0..systems {
            hall.batch.schedule_mut().add_systems(idle.in_set(TickSystems::Supply));
        }
        hall.restart();
        hall.play(WARM_UP);
        let digest = hall.digest();
        let id = BenchmarkId::new("idle systems", systems);
        let seconds = measure(&mut group, id, &mut hall, Hall::deal_ended, tick);
        let Some(seconds) = seconds.map(|seconds| seconds / TICKS as f64) else { continue };
        print_each(&format!("tick, {systems} idle systems"), seconds, digest);
        match without {
            None => without = Some(seconds),
            Some(without) => {
                let each = (seconds - without) * 1e9 / f64::from(systems);
                println!("= an idle system costs {each:.0} ns a tick");
            }
        }
    }
    group.finish();
}

/// Units on each side of the position.
const UNITS: usize = 10;
/// A unit of 2 power and 3 HP without abilities.
const PLAIN: &str = "SOR_247";
/// The same, but with a constant ability that is on: it has more power with six resources.
const CONSTANT: &str = "SOR_081";

/// A position with so many constant abilities on each side.
fn position(constants: usize) -> Position {
    let unit = |n| {
        let card = if n < constants { CONSTANT } else { PLAIN };
        UnitInPlay { card: card.to_owned(), ..UnitInPlay::default() }
    };
    let side = Side { resources: 6, units: (0..UNITS).map(unit).collect(), ..Side::default() };
    Position { p1: side.clone(), p2: side, ..Position::default() }
}

/// The first table keeps the position; its copies are played.
fn set_up(hall: &mut Hall) {
    for table in 1..hall.batch.len() {
        deal::fork(&mut hall.batch, 0, table);
        hall.seat(table, table as u64);
    }
}

fn by_constants(c: &mut Criterion) {
    let matrix = Matrix::load();
    let mut group = group(c, "tick by constant abilities");
    for constants in [0, 1, 2, 5, 10] {
        let mut hall = Hall::empty(&matrix, Agent::RANDOM, 1 + TABLES);
        arrange(&mut hall.batch, 0, &position(constants), 0, 0)
            .expect("the position can be set up");
        while hall.batch.status(0) == Status::Busy {
            hall.tick();
        }
        let all = 2 * constants;
        let id = BenchmarkId::new("constant abilities", all);
        let seconds = measure(&mut group, id, &mut hall, set_up, tick);
        set_up(&mut hall);
        let before = hall.decisions();
        tick(&mut hall);
        let (taken, digest) = (hall.decisions() - before, hall.digest());
        let Some(seconds) = seconds.map(|seconds| seconds / TICKS as f64) else { continue };
        print_each(&format!("tick, {all} constants"), seconds, digest);
        println!("= {taken} decisions in {TICKS} ticks of {TABLES} tables");
    }
    group.finish();
}

criterion_group!(benches, by_systems, by_constants);
criterion_main!(benches);
