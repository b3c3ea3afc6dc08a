//! Prospects of a game, for searches that stop before its end: what both sides have left, in points
//! of their squads, and who has whom in front.

use cardmill_harness::outcome::of_lead;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::part;

use super::play::forces;
use crate::board::{Board, Space};
use crate::ship::{Flags, Presence, Ship};
use crate::space::BAND;

/// The parts into which a point is divided.
const PART: i64 = 100;
/// The share of a ship that lasts as long as the ship does, in hundredths; the rest goes with hull
/// and shields.
const BODY: i64 = 40;
/// The worth of having an enemy right ahead, in hundredths of the ship.
const AHEAD: i64 = 12;
/// The lead, in points, with which a game is three quarters won.
const HALF: i64 = 50;

/// The prospect of a seat: from -1,000,000, lost, to 1,000,000, won.
pub(super) fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
    let (world, entity) = (batch.world(), batch.table(table));
    let board = part::<Board>(world, entity);
    if let Some(ended) = board.outcome.prospect(seat) {
        return ended;
    }
    let forces = forces(world, entity);
    let (ships, left) = (&forces.ships, &forces.lefts);
    let there = |&slot: &usize| {
        let (ship, _) = ships[slot];
        !ship.flags.has(Flags::DESTROYED)
            && !matches!(ship.presence, Presence::None | Presence::Removed)
    };
    let all = || (0..ships.len()).filter(there).map(|slot| (slot, ships[slot].0));
    let lead: i64 = all()
        .map(|(slot, own)| {
            let [whole, left] = left[slot].map(i64::from);
            let others = all().filter(|(_, other)| other.owner != own.owner);
            let ahead = match board.space {
                Space::Mat => others.map(|(_, other)| ahead(own, other)).max().unwrap_or(0),
                Space::Given => 0,
            };
            let share = BODY + (100 - BODY) * left / whole.max(1) + AHEAD * ahead / 100;
            let worth = own.worth() * PART * share / 100;
            if own.owner == seat { worth } else { -worth }
        })
        .sum();
    of_lead(lead, HALF * PART)
}

/// The degree to which another ship lies ahead, in hundredths: 100 right ahead and within range 3.
fn ahead(own: &Ship, other: &Ship) -> i64 {
    let there = other.pose.centre();
    let far = (there - own.pose.centre()).square().isqrt().max(1);
    let (ahead, reach) = (own.pose.ahead(there), 3 * BAND);
    100 * ahead / far * reach / far.max(reach)
}
