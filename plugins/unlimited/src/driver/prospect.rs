//! The prospect of a game, for searches that stop before its end: a sum of what both sides have, in
//! points of damage on a base.

use cardmill_harness::outcome::of_lead;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::part;

use crate::prelude::*;

/// Tenths of a point for a card in hand.
const HAND: i32 = 15;
/// Tenths for a resource, for one of the first [`ENOUGH`] and for each beyond.
const RESOURCE: i32 = 25;
const SPARE: i32 = 8;
const ENOUGH: i32 = 7;
/// Tenths for one power, and for one HP that is left, of a unit in play.
const POWER: i32 = 11;
const HP: i32 = 6;
/// Tenths for a unit that has them both.
const UNIT: i32 = 3;
/// Tenths for damage on the enemy base.
const DAMAGE: i32 = 17;
/// The lead, in tenths, with which a game is three quarters won.
const HALF: i32 = 150;

/// Tenths for a shield.
const SHIELD: i32 = 18;
/// Tenths for Saboteur, Overwhelm, Sentinel, one Raid and one Restore.
const KEYWORD: i32 = 4;
/// Tenths for the initiative counter, and for a Credit token.
const INITIATIVE: i32 = 4;
const CREDIT: i32 = 10;
/// Damage on a base beyond this counts for so much more.
const LATE: i32 = 15;
const MORE: i32 = 3;

/// From -1,000,000, lost, to 1,000,000, won.
pub(super) fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
    let (world, entity) = (batch.world(), batch.table(table));
    let board = part::<Board>(world, entity);
    if let Some(ended) = board.outcome.prospect(seat) {
        return ended;
    }
    let roster = part::<Roster>(world, entity);
    let card = |slot| world.get::<Card>(roster.card(slot)).expect("a slot is a card");
    let stats = |slot| world.get::<Stats>(roster.card(slot)).expect("a slot has numbers");
    let side = |seat: Seat| -> i32 {
        let player = &board.players[usize::from(seat)];
        let other = &board.players[usize::from(board.players.next(seat))];
        let units = board.play.iter().filter(|&&slot| {
            let card = card(slot);
            card.controller == seat && card.zone.is_arena()
        });
        let worth = |&slot: &u16| {
            let (card, stats) = (card(slot), stats(slot));
            let left = (i32::from(stats.hp) - i32::from(card.damage)).max(0);
            let special = [Keyword::Saboteur, Keyword::Overwhelm, Keyword::Sentinel];
            let special =
                special.into_iter().filter(|keyword| stats.keywords.has(*keyword)).count();
            let more = special as i32 + i32::from(stats.raid) + i32::from(stats.restore);
            let shield = if stats.shields > 0 { SHIELD } else { 0 };
            UNIT + POWER * i32::from(stats.power) + HP * left + KEYWORD * more + shield
        };
        let damage = i32::from(card(other.base).damage);
        let resources = player.resources.len() as i32;
        units.map(worth).sum::<i32>()
            + HAND * player.hand.len() as i32
            + RESOURCE * resources.min(ENOUGH)
            + SPARE * (resources - ENOUGH).max(0)
            + CREDIT * i32::from(player.credits)
            + DAMAGE * damage
            + MORE * (damage - LATE).max(0)
            + if board.initiative == seat { INITIATIVE } else { 0 }
    };
    let lead = side(seat) - side(board.players.next(seat));
    of_lead(lead.into(), HALF.into())
}
