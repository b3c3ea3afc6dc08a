//! How a game stands, for searches that stop before its end: a sum of what both sides have, in
//! points of damage on a base.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::roster::Roster;

use crate::board::{Board, Outcome};
use crate::card::{Card, Stats};

/// Tenths of a point for a card in hand.
const HAND: i32 = 15;
/// Tenths for a resource.
const RESOURCE: i32 = 12;
/// Tenths for one power, and for one HP that is left, of a unit in play.
const POWER: i32 = 11;
const HP: i32 = 6;
/// Tenths for a unit that has them both.
const UNIT: i32 = 6;
/// Tenths for damage on the enemy base.
const DAMAGE: i32 = 10;
/// The lead, in tenths, with which a game is three quarters won.
const HALF: i32 = 150;

/// From -1000, lost, to 1000, won.
pub(super) fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
    let (world, entity) = (batch.world(), batch.table(table));
    let board = world.get::<Board>(entity).expect("a table has a board");
    match board.outcome {
        Outcome::Win(winner) => return if winner == seat { 1000 } else { -1000 },
        Outcome::Draw => return 0,
        Outcome::Open => {}
    }
    let roster = world.get::<Roster>(entity).expect("a table has a roster");
    let card = |slot| world.get::<Card>(roster.card(slot)).expect("a slot is a card");
    let stats = |slot| world.get::<Stats>(roster.card(slot)).expect("a slot has numbers");
    let side = |seat: Seat| -> i32 {
        let player = &board.players[usize::from(seat)];
        let other = &board.players[usize::from(1 - seat)];
        let units = board.play.iter().filter(|&&slot| {
            let card = card(slot);
            card.controller == seat && card.zone.is_arena()
        });
        let worth = |&slot: &u16| {
            let (card, stats) = (card(slot), stats(slot));
            let left = (i32::from(stats.hp) - i32::from(card.damage)).max(0);
            UNIT + POWER * i32::from(stats.power) + HP * left
        };
        units.map(worth).sum::<i32>()
            + HAND * player.hand.len() as i32
            + RESOURCE * player.resources.len() as i32
            + DAMAGE * i32::from(card(other.base).damage)
    };
    let lead = side(seat) - side(1 - seat);
    // A sure win is worth more than any lead.
    900 * lead / (HALF + lead.abs())
}
