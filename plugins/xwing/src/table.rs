//! Tables of the game: spawned once, arranged again and again.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Seats, Table};

use crate::board::Board;
use crate::card::Card;
use crate::choice::XWing;
use crate::ship::{Pool, SHIPS, Ship, Stats};

/// Spawns an empty table.
pub fn spawn(world: &mut World) -> Entity {
    let table = world
        .spawn((
            Table::default(),
            Seats::default(),
            Stack::<XWing>::default(),
            Decision::<XWing>::default(),
            Streams::default(),
            Board::default(),
            Roster::default(),
        ))
        .id();
    grow(world, table, SHIPS, 0);
    table
}

/// Gives a table at least so many slots; the first are ships.
///
/// # Panics
/// If the entity is no table.
pub fn grow(world: &mut World, table: Entity, cards: usize, _: usize) {
    let have = world.get::<Roster>(table).expect("a table has a roster").cards.len();
    let more: Vec<Entity> = (have..cards)
        .map(|slot| {
            let mut entity = world.spawn(Card::default());
            if slot < SHIPS {
                entity.insert((Ship::default(), Pool::default(), Stats::default()));
            }
            entity.id()
        })
        .collect();
    world.get_mut::<Roster>(table).expect("a table has a roster").cards.extend(more);
}

/// The digest of a table's state.
///
/// # Panics
/// If there is no such table.
#[must_use]
pub fn digest(batch: &Batch, table: usize) -> u64 {
    let board = batch.world().get::<Board>(batch.table(table)).expect("a table has a board");
    batch.digest(table, board.slots.into(), 0)
}

/// Copies a game onto another table of the same batch.
pub fn fork(batch: &mut Batch, from: usize, to: usize) {
    batch.fork(from, to, grow);
}
