//! A table in the players' words: player by player, system by system.

use cardmill_harness::wording::counted;
use cardmill_kernel::card::{Seat, Slot};

use crate::label;
use crate::piece::{Place, SystemId};
use crate::scene::Scene;
use crate::view::is_secret;

/// The lines about a table as it is, or as a player may know it: of the hands of the others how many
/// cards, and notes.
pub(super) fn picture(scene: &Scene, from: Option<Seat>) -> Vec<String> {
    let board = scene.board;
    let round = format!(
        "round {}, {:?} phase; {} is active, {} is speaker",
        board.round,
        board.phase,
        label::player(board.active),
        label::player(board.speaker),
    );
    let seats = (0..board.players.len() as Seat).map(|seat| player(scene, seat, from));
    let systems = (0..board.systems.len() as SystemId).map(|id| system(scene, id));
    [round].into_iter().chain(seats).chain(systems).collect()
}

fn player(scene: &Scene, seat: Seat, from: Option<Seat>) -> String {
    let player = scene.board.player(seat);
    let [tactic, fleet, strategy] = player.pools;
    let mut line = format!(
        "{}: {}; tokens {tactic}/{fleet}/{strategy}, {} trade goods, {} commodities, {} points",
        label::player(seat),
        scene.catalogue.definition(player.faction).name,
        player.trade_goods,
        player.commodities,
        player.points,
    );
    for (what, place) in [("has", Place::Area), ("hand", Place::Hand)] {
        let there = |&slot: &Slot| {
            let piece = scene.piece(slot);
            piece.place == place && piece.holder == seat
        };
        let others = place == Place::Hand && from.is_some_and(|from| from != seat);
        let (hidden, seen): (Vec<Slot>, Vec<Slot>) = scene
            .slots()
            .filter(there)
            .partition(|&slot| others && is_secret(scene.printed(slot).kind));
        let seen: Vec<String> = seen.into_iter().map(|slot| label::piece(scene, slot)).collect();
        let hidden = match hidden.len() {
            0 => None,
            1 => Some("1 hidden card".to_owned()),
            count => Some(format!("{count} hidden cards")),
        };
        let seen = (!seen.is_empty()).then(|| counted(&seen));
        let parts: Vec<String> = hidden.into_iter().chain(seen).collect();
        if !parts.is_empty() {
            line += &format!("; {what}: {}", parts.join(", "));
        }
    }
    line
}

fn system(scene: &Scene, id: SystemId) -> String {
    let board = scene.board;
    let system = board.system(id);
    let units = |place: Place| {
        let there = scene.figures().filter(|&(slot, _)| scene.piece(slot).place == place);
        let unit = |(slot, _)| {
            let owner = label::player(scene.piece(slot).owner);
            format!("{owner} {}", label::piece(scene, slot))
        };
        counted(&there.map(unit).collect::<Vec<_>>())
    };
    let tokens = (0..board.players.len() as Seat).filter(|&seat| board.has_token(id, seat));
    let tokens = tokens.map(|seat| format!("token of {}", label::player(seat)));
    let space = [units(Place::Space(id))].into_iter().chain(tokens).filter(|text| !text.is_empty());
    let mut line = format!("    {}: {}", system.name, space.collect::<Vec<_>>().join(", "));
    for planet in board.planets_of(id) {
        let owner = board.planet(planet).owner.map_or_else(String::new, |seat| {
            let ready = if board.planet(planet).exhausted { ", exhausted" } else { "" };
            format!(" ({}{ready})", label::player(seat))
        });
        let there = units(Place::Planet(planet));
        line += &format!("; {}{owner} {there}", board.planet(planet).name);
    }
    line.trim_end().to_owned()
}
