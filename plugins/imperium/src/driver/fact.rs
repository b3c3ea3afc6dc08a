//! Checks of statements of scenarios against a table and the cards.

use cardmill_harness::names::Name;
use cardmill_kernel::card::{Seat, Slot};

use super::step::{Check, Step};
use super::{Checked, same};
use crate::board::Outcome;
use crate::catalogue::Catalogue;
use crate::label;
use crate::piece::{Place, PlanetId, SystemId};
use crate::scene::Scene;
use crate::vocabulary::Kind;

/// Checks a step that says something of a table; an error names what is not so, or cannot be found.
pub(super) fn holds(scene: &Scene, step: &Step) -> Checked {
    let player = |seat: Seat| scene.board.player(seat);
    match step {
        Step::PlayToTurn(_) | Step::PlayToPhase(_) => Err("this step does something".into()),
        Step::Count(whose, unit, place, n) => {
            let place = place_named(scene, place)?;
            let there = |&(slot, other): &(Slot, _)| {
                let piece = scene.piece(slot);
                other == *unit && piece.owner == whose.seat() && piece.place == place
            };
            same(usize::from(*n), scene.figures().filter(there).count())
        }
        Step::Damaged(name) => same(true, scene.piece(figure(scene, name)?).damaged),
        Step::Undamaged(name) => same(false, scene.piece(figure(scene, name)?).damaged),
        Step::Combat(name, n) => {
            let value = scene.attributes(figure(scene, name)?).combat_value();
            same(Some(*n), value.map(|dice| dice.hits_on))
        }
        Step::Production(name, n) => same(*n, scene.stats(figure(scene, name)?).production),
        Step::Movement(name, n) => same(*n, scene.attributes(figure(scene, name)?).movement),
        Step::InHand(whose, name) => is_at(scene, name, Some(whose.seat()), Place::Hand),
        Step::InPlay(whose, name) => is_at(scene, name, Some(whose.seat()), Place::Area),
        Step::Discarded(name) => is_at(scene, name, None, Place::Discard),
        Step::Exhausted(name) => same(true, exhausted(scene, name)?),
        Step::Ready(name) => same(false, exhausted(scene, name)?),
        Step::ActionCards(whose, n) => {
            let hand = scene.cards(whose.seat(), Place::Hand, Kind::Action);
            same(usize::from(*n), hand.count())
        }
        Step::TradeGoods(whose, n) => same(*n, player(whose.seat()).trade_goods),
        Step::Commodities(whose, n) => same(*n, player(whose.seat()).commodities),
        Step::Points(whose, n) => same(*n as i8, player(whose.seat()).points),
        Step::Tokens(whose, pool, n) => same(*n, player(whose.seat()).pools[*pool as usize]),
        Step::TokenIn(whose, name) => {
            same(true, scene.board.has_token(system(scene, name)?, whose.seat()))
        }
        Step::Controls(whose, name) => {
            let owner = scene.board.planet(planet(scene, name)?).owner;
            same(Some(whose.seat()), owner)
        }
        Step::Sleeper(name) => same(true, sleeps(scene, name)?),
        Step::NoSleeper(name) => same(false, sleeps(scene, name)?),
        Step::HasWormhole(name, wormhole) => {
            let mut wormholes = scene.wormholes(system(scene, name)?);
            same(true, wormholes.any(|other| other == *wormhole))
        }
        Step::Adjacent(whose, a, b) => {
            let (a, b) = (system(scene, a)?, system(scene, b)?);
            same(true, scene.adjacent(a, b, whose.seat()))
        }
        Step::NotAdjacent(whose, a, b) => {
            let (a, b) = (system(scene, a)?, system(scene, b)?);
            same(false, scene.adjacent(a, b, whose.seat()))
        }
        Step::Speaker(whose) => same(whose.seat(), scene.board.speaker),
        Step::Active(whose) => same(whose.seat(), scene.board.active),
        Step::Phase(phase) => same(*phase, scene.board.phase),
        Step::Passed(whose) => same(true, player(whose.seat()).passed),
        Step::Winner(whose) => same(Outcome::Win(whose.seat()), scene.board.outcome),
    }
}

/// Checks a statement about the cards.
pub(super) fn check(catalogue: &Catalogue, check: &Check) -> Checked {
    let card = |id: &str| {
        let found = catalogue.find(id).map(|at| catalogue.definition(at));
        found.ok_or_else(|| format!("there is no card {id}"))
    };
    match check {
        Check::Abilities(id, n) => same(*n, card(id)?.abilities.len()),
        Check::Timing(id, timing) => {
            let card = card(id)?;
            let has = card.abilities.iter().any(|ability| ability.timing.contains(timing));
            same(true, has)
        }
    }
}

/// The system with this name.
pub(super) fn system(scene: &Scene, name: &str) -> Result<SystemId, String> {
    let found = scene.board.systems.iter().position(|system| system.name == name);
    found.map(|at| at as SystemId).ok_or_else(|| format!("there is no system {name:?}"))
}

fn planet(scene: &Scene, name: &str) -> Result<PlanetId, String> {
    let found = scene.board.planets.iter().position(|planet| planet.name == name);
    found.map(|at| at as PlanetId).ok_or_else(|| format!("there is no planet {name:?}"))
}

fn sleeps(scene: &Scene, name: &str) -> Result<bool, String> {
    Ok(scene.sleeper(planet(scene, name)?).is_some())
}

fn place_named(scene: &Scene, name: &str) -> Result<Place, String> {
    let space = system(scene, name).map(Place::Space);
    space
        .or_else(|_| planet(scene, name).map(Place::Planet))
        .map_err(|_| format!("there is no system or planet {name:?}"))
}

/// The pieces a name can mean, in slot order.
pub(super) fn named(scene: &Scene, text: &str) -> Vec<Slot> {
    let name = Name::read(text);
    let fits = |&slot: &Slot| {
        let piece = scene.piece(slot);
        let holder = if piece.place.is_board() { piece.owner } else { piece.holder };
        piece.place != Place::Box
            && piece.place != Place::Reinforcements
            && label::piece(scene, slot) == name.title
            && name.holder.is_none_or(|seat| seat == holder)
    };
    let all = scene.slots().filter(fits);
    match name.number {
        Some(n) => all.skip(n.saturating_sub(1)).take(1).collect(),
        None => all.collect(),
    }
}

/// The unit on the board that a name means; alike ones of one player stand for each other.
fn figure(scene: &Scene, text: &str) -> Result<Slot, String> {
    let found: Vec<Slot> =
        named(scene, text).into_iter().filter(|&s| scene.unit_type(s).is_some()).collect();
    let Some(&first) = found.first() else {
        return Err(format!("there is no unit {text:?} on the board"));
    };
    let alike = |&slot: &Slot| {
        let (a, b) = (scene.piece(slot), scene.piece(first));
        (a.owner, a.place, a.damaged) == (b.owner, b.place, b.damaged)
    };
    if found.iter().all(alike) {
        Ok(first)
    } else {
        Err(format!("{text:?} means several different units; say P1, P2 or #n"))
    }
}

fn is_at(scene: &Scene, name: &str, holder: Option<Seat>, place: Place) -> Checked {
    let all = named(scene, name);
    let there = |&slot: &Slot| {
        let piece = scene.piece(slot);
        piece.place == place && holder.is_none_or(|seat| piece.holder == seat)
    };
    if all.iter().any(there) {
        return Ok(());
    }
    let found: Vec<String> = all
        .iter()
        .map(|&slot| {
            let piece = scene.piece(slot);
            format!("{} of {}", label::place(scene, piece.place), label::player(piece.holder))
        })
        .collect();
    let place = label::place(scene, place);
    Err(format!("expected {name} in {place}, found it in {}", found.join(" and ")))
}

fn exhausted(scene: &Scene, name: &str) -> Result<bool, String> {
    if let Ok(planet) = planet(scene, name) {
        return Ok(scene.board.planet(planet).exhausted);
    }
    let area = |&slot: &Slot| scene.piece(slot).place == Place::Area || scene.is_law(slot);
    match named(scene, name).into_iter().find(area) {
        Some(slot) => Ok(scene.piece(slot).exhausted),
        None => Err(format!("there is no planet {name:?}, and no such card in front of a player")),
    }
}
