//! A table in the players' words: ship by ship.

use cardmill_harness::wording::counted;
use cardmill_kernel::card::{Seat, Slot};

use crate::device::Device;
use crate::label;
use crate::scene::Scene;
use crate::ship::Presence;
use crate::space::Obstacle;
use crate::view;

/// The lines about a table as it is, or as a player may know it: dials of the other one are hidden
/// until they are revealed.
pub(super) fn picture(scene: &Scene, seat: Option<Seat>) -> Vec<String> {
    let board = scene.board;
    let first = label::player(board.first);
    let round =
        format!("round {}, {}; first player {first}", board.round, label::phase(board.phase));
    let ships = (0..board.ships).filter_map(|slot| match scene.ship(slot).presence {
        Presence::Present => Some(ship(scene, slot, seat)),
        Presence::Waiting => Some(format!("{}, to be placed", named(scene, slot))),
        Presence::Reserve => Some(format!("{}, in reserves", named(scene, slot))),
        Presence::Removed | Presence::None => None,
    });
    let obstacle = |laid: &Obstacle| {
        format!("{} at {}", label::outline(scene, laid.outline), label::pose(laid.pose))
    };
    let devices = scene.devices().map(|(_, it)| device(scene, it));
    let obstacles = board.obstacles.iter().map(obstacle);
    [round].into_iter().chain(ships).chain(obstacles).chain(devices).collect()
}

fn device(scene: &Scene, it: &Device) -> String {
    let mut line = format!("{}: {}", label::player(it.owner), label::card(scene, it.card));
    if scene.has_mat() {
        line += &format!(" at {}", label::pose(it.pose));
    }
    if it.fuses > 0 {
        line += &format!(", fuse markers: {}", it.fuses);
    }
    line
}

/// The player of a ship, and its name.
fn named(scene: &Scene, slot: Slot) -> String {
    format!("{}: {}", label::player(scene.ship(slot).owner), label::card(scene, slot))
}

fn ship(scene: &Scene, slot: Slot, seat: Option<Seat>) -> String {
    let (ship, stats) = (scene.ship(slot), scene.stats(slot));
    let mut line = format!("{}, initiative {}", named(scene, slot), stats.initiative);
    for (what, left, most) in
        [("shields", ship.shields, stats.shields), ("Force", ship.force, stats.force)]
    {
        if most > 0 {
            line += &format!(", {left} of {most} {what}");
        }
    }
    line += &format!(", hull {}", stats.hull);
    let damage = scene.damage(slot).count();
    if damage > 0 {
        line += &format!(", {damage} damage");
    }
    let tokens = ship.tokens.kinds().flat_map(|token| {
        let name = token.name().to_owned();
        core::iter::repeat_n(name, ship.tokens.count(token).into())
    });
    let tokens = counted(&tokens.collect::<Vec<_>>());
    let cards: Vec<String> = scene.faceup(slot).map(|card| label::card(scene, card)).collect();
    for part in [tokens, counted(&cards)] {
        if !part.is_empty() {
            line += &format!("; {part}");
        }
    }
    if let Some(dial) = view::dial(scene, slot, seat) {
        line += &format!("; dial {dial}");
    }
    if scene.has_mat() {
        line += &format!("; at {}", label::pose(ship.pose));
    }
    if ship.lock != Slot::MAX {
        line += &format!("; locks {}", label::card(scene, ship.lock));
    }
    line
}
