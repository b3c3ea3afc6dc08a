//! A game that begins with two squads.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::resolve::change;
use cardmill_kernel::stack::Entry;

use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::facts::Facts;
use crate::position::{Fleet, Position, ShipAt, arrange};
use crate::squad::{Craft, Squad};
use crate::vocabulary::Phase;

/// Deals game number `game` of a run to two squads: set-up begins. Nothing is asked yet.
pub(crate) fn deal(batch: &mut Batch, table: usize, squads: [&Squad; 2], seed: u64, game: u64) {
    let catalogue = batch.world().resource::<Catalogue>();
    let position = laid_out(squads, catalogue.facts());
    arrange(batch, table, &position, seed, game)
        .expect("a squad that was read has cards that are played, and fits on a mat");
}

/// Lets the other player go first in a game that was just dealt.
pub(crate) fn exchange_first(batch: &mut Batch, table: usize) {
    let entity = batch.table(table);
    change::<XWing, _>(batch.world_mut(), entity, |at| {
        let first = 1 - at.state.board.first;
        at.state.board.first = first;
        at.seats.lead = first;
        for entry in &mut at.stack.entries {
            if let Entry::Frame(frame) = entry {
                frame.seat = first;
            }
        }
    });
}

/// The set-up of two squads: ships with their upgrades and points, P1's, then P2's, and the obstacles
/// that their players bring.
///
/// # Panics
/// If they have cards that are not there.
#[must_use]
pub fn laid_out(squads: [&Squad; 2], facts: &Facts) -> Position {
    let list = facts.points.on(None).unwrap_or_default();
    let upgrade = |&upgrade: &u16| facts.upgrades[usize::from(upgrade)].id.clone();
    let ship = |craft: &Craft| ShipAt {
        pilot: facts.pilots[usize::from(craft.pilot)].id.clone(),
        upgrades: craft.upgrades.iter().map(upgrade).collect(),
        points: craft.points(facts, list).map_or(0, |points| points.min(u8::MAX.into()) as u8),
        ..ShipAt::default()
    };
    let fleet = |squad: &Squad| Fleet {
        ships: squad.ships.iter().map(ship).collect(),
        obstacles: Some(squad.obstacles.to_vec()),
        ..Fleet::default()
    };
    let [p1, p2] = squads.map(fleet);
    Position { phase: Phase::Setup, p1, p2, ..Position::default() }
}
