//! A game that begins with two squads.

use cardmill_kernel::batch::Batch;

use crate::catalogue::Catalogue;
use crate::facts::Facts;
use crate::position::{Fleet, Position, ShipAt, arrange};
use crate::squad::{Craft, Squad};

/// Why no game begins with squads yet: [`begin`] puts ships on a table, and nothing places them on a
/// mat.
pub(crate) const LACKS: &str = "whole games do not begin with squads yet: ships do not move on a mat; expected a \
     position (*.ron, docs/xwing.md)";

/// Deals game number `game` of a run to two squads. Nothing is asked yet.
pub(crate) fn deal(batch: &mut Batch, table: usize, squads: [&Squad; 2], seed: u64, game: u64) {
    let catalogue = batch.world().resource::<Catalogue>();
    let position = laid_out(squads, catalogue.facts());
    begin(batch, table, &position, seed, game);
}

/// The ships of two squads with their upgrades, before they are set up: P1's, then P2's.
///
/// # Panics
/// If they have cards that are not there.
#[must_use]
pub fn laid_out(squads: [&Squad; 2], facts: &Facts) -> Position {
    let upgrade = |&upgrade: &u16| facts.upgrades[usize::from(upgrade)].id.clone();
    let ship = |craft: &Craft| ShipAt {
        pilot: facts.pilots[usize::from(craft.pilot)].id.clone(),
        upgrades: craft.upgrades.iter().map(upgrade).collect(),
        ..ShipAt::default()
    };
    let fleet =
        |squad: &Squad| Fleet { ships: squad.ships.iter().map(ship).collect(), ..Fleet::default() };
    let [p1, p2] = squads.map(fleet);
    Position { p1, p2, ..Position::default() }
}

/// Sets a game up: the one step between squads and a table.
fn begin(batch: &mut Batch, table: usize, position: &Position, seed: u64, game: u64) {
    arrange(batch, table, position, seed, game)
        .expect("a squad that was read has cards that are played, and fits on a table");
}
