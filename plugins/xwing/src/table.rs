//! Tables of the game: spawned once, arranged again and again.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::{Batch, parts};
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::stock::{self, EFFECTS};

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
    let lists = Lists { cards, figures, effects, tokens };
    let roster = Roster::new(lists, world.entities());
    world.spawn((parts::<XWing>(), Board::default(), Gathered::default(), roster)).id()
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
