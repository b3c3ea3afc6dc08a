//! Tables of the game: spawned once, arranged again and again.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::{Batch, Lists, Roster};
use cardmill_kernel::constant::Unsettled;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::stock::{self, EFFECTS};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Seats, Table};

use crate::board::Board;
use crate::card::Card;
use crate::choice::XWing;
use crate::constant::Gathered;
use crate::device::{DEVICES, Device};
use crate::effect::Effect;
use crate::ship::{Pool, SHIPS, Ship, Stats};

/// Slots of a table: every ship, card and device.
pub const SLOTS: usize = 255;

/// Spawns an empty table.
pub fn spawn(world: &mut World) -> Entity {
    let card = |_| Card::default();
    let ship = |_| (Ship::default(), Pool::default(), Stats::default());
    let cards = world.spawn_batch((0..SLOTS).map(card)).collect();
    let figures = world.spawn_batch((0..SHIPS).map(ship)).collect();
    let effects = stock::spawn::<Effect>(world, EFFECTS);
    let tokens = stock::spawn::<Device>(world, DEVICES);
    let mut roster = Roster::new(Lists { cards, figures, effects, tokens });
    roster.locate(world.entities());
    world
        .spawn((
            Table::default(),
            Seats::default(),
            Unsettled::default(),
            Stack::<XWing>::default(),
            Decision::<XWing>::default(),
            Streams::default(),
            Board::default(),
            Gathered::default(),
            roster,
        ))
        .id()
}

/// The digest of a table's state.
///
/// # Panics
/// If there is no such table.
#[must_use]
pub fn digest(batch: &Batch, table: usize) -> u64 {
    let board = batch.world().get::<Board>(batch.table(table)).expect("a table has a board");
    batch.digest(table, board.sizes())
}
