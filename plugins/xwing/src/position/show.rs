//! A table is made to show a position: what is in it already stays as it is.

use bevy_ecs::prelude::*;
use cardmill_harness::paired;
use cardmill_harness::session::Problem;
use cardmill_kernel::card::Slot;
use cardmill_kernel::resolve::{change, work_out};
use cardmill_kernel::rules::At;

use super::{Position, Setup, bound, device};
use crate::board::{Board, SLOTS};
use crate::card::{Card, Place};
use crate::choice::XWing;
use crate::ship::{Flags, Presence, SHIPS, Ship};
use crate::state::{Scene, State};
use crate::vocabulary::{Definition, Kind};

/// Makes a table show a position of the same ships.
///
/// # Errors
/// The problem of a position that cannot be shown: then the table is of no more use.
pub(crate) fn show(world: &mut World, table: Entity, position: &Position) -> Result<(), Problem> {
    change::<XWing, _>(world, table, |at| put(at, position))?;
    work_out::<XWing>(world, table);
    change::<XWing, _>(world, table, |at| {
        let mut stats = at.state.stats.iter();
        for (player, fleet) in [("p1", &position.p1), ("p2", &position.p2)] {
            for (n, (ship, stats)) in fleet.ships.iter().zip(&mut stats).enumerate() {
                for (field, given, most) in
                    [("shields", ship.shields, stats.shields), ("force", ship.force, stats.force)]
                {
                    if given.is_some_and(|given| given > most) {
                        let place = format!("{player}.ships[{n}].{field}");
                        return Err(Problem::at(place, format!("expected at most {most}")));
                    }
                }
            }
        }
        bound(&mut at.state);
        Ok(())
    })
}

fn put(at: &mut At<'_, XWing>, position: &Position) -> Result<(), Problem> {
    let streams = at.streams.reseeded(position.seed);
    let mut drawn = streams;
    is_same_game(&at.state.scene(), position)?;
    let setup = Setup::read(at.state.catalogue, position, &mut drawn)?;
    *at.streams = if setup.chance { drawn } else { streams };
    at.unsettled.constants = true;
    let slots = put_cards(&mut at.state, &setup)?;
    for (slot, new) in setup.ships.iter().enumerate() {
        let ship = &mut at.state.ships[slot];
        let was_removed = ship.presence == Presence::Removed;
        ship.points = new.points;
        if was_removed && new.presence == Presence::Removed {
            continue;
        }
        let (card, pilot) = (&mut at.state.cards[slot], setup.pilot(slot));
        (card.place, card.charges) = (pilot.place, pilot.charges);
        let mut flags = if was_removed { Flags::default() } else { ship.flags };
        flags.set(Flags::OPEN, new.flags.has(Flags::OPEN));
        let Ship { maneuver, targets, deeds, shed, .. } = *ship;
        *ship = Ship { flags, maneuver, targets, deeds, shed, ..new.clone() };
    }
    let Board { first, space, relations, obstacles, mut players, .. } = setup.board;
    for slot in
        players.iter_mut().flat_map(|player| player.deck.iter_mut().chain(&mut player.discard))
    {
        *slot = slots[usize::from(*slot) - SHIPS];
    }
    let board = &mut *at.state.board;
    (board.first, board.relations, board.players) = (first, relations, players);
    (board.space, board.obstacles) = (space, obstacles);
    let mut devices = setup.devices;
    for device in &mut devices {
        let new = &setup.cards[usize::from(device.card) - SHIPS];
        let is = |slot: &Slot| {
            let card = &at.state.cards[usize::from(*slot)];
            (card.definition, card.owner) == (new.definition, new.owner)
        };
        let slot = slots[usize::from(device.card) - SHIPS];
        let known = (slot == Slot::MAX).then(|| (SHIPS as Slot..at.state.board.slots).find(is));
        device.card = known.flatten().unwrap_or(slot);
    }
    device::put(&mut at.state, devices);
    Ok(())
}

/// Refuses a position of another game: phase, ships and their pilots stay as they are.
fn is_same_game(scene: &Scene<'_>, new: &Position) -> Result<(), Problem> {
    let board = scene.board;
    if new.phase != board.phase {
        let reason = format!("expected {:?}, as it is; `to_phase` plays on", board.phase);
        return Err(Problem::at("phase", reason));
    }
    for (seat, fleet) in [(0, &new.p1), (1, &new.p2)] {
        let place = format!("p{}.ships", seat + 1);
        let own = (0..board.ships).filter(|&ship| scene.ship(ship).owner == seat);
        let (count, found) = (own.clone().count(), fleet.ships.len());
        if count != found {
            let reason = format!("expected {count} ships, as there are, found {found}");
            return Err(Problem::at(place, reason));
        }
        for (n, (ship, at)) in own.zip(&fleet.ships).enumerate() {
            let Definition { id, name, .. } = &scene.printed(ship).definition;
            if at.pilot != *id && at.pilot != *name {
                let reason = format!("expected {id:?}, as it is, found {:?}", at.pilot);
                return Err(Problem::at(format!("{place}[{n}].pilot"), reason));
            }
        }
    }
    Ok(())
}

/// Puts the cards of a position where they are; returns the slot of each. Those that it does not
/// have leave the game.
fn put_cards(state: &mut State<'_>, setup: &Setup) -> Result<Vec<Slot>, Problem> {
    let catalogue = state.catalogue;
    let board = &mut *state.board;
    let piles = board.players.iter().flat_map(|player| player.deck.iter().chain(&player.discard));
    let all = SHIPS as Slot..board.slots;
    let now = |&slot: &Slot| &state.cards[usize::from(slot)];
    let lies = |slot: &Slot, new: &Card| {
        let card = now(slot);
        let hosted = matches!(new.place, Place::Faceup | Place::Facedown);
        card.place == new.place && (!hosted || card.host == new.host)
    };
    let is = |slot: &Slot, new: &Card| {
        let card = now(slot);
        (card.definition, card.owner) == (new.definition, new.owner)
    };
    let stays = |slot: &Slot, new: &Card| is(slot, new) && lies(slot, new);
    // A condition is its player's, whoever has it.
    let lasts = |slot: &Slot, new: &Card| {
        let condition = matches!(catalogue.card(new.definition).definition.kind, Kind::Condition);
        condition && now(slot).definition == new.definition && lies(slot, new)
    };
    let pairs = paired::slots(piles, all.clone(), &setup.cards, &[&stays, &lasts, &is]);
    let (mut slots, mut put) = (Vec::with_capacity(pairs.len()), Vec::new());
    for (pair, new) in pairs.into_iter().zip(&setup.cards) {
        let host = usize::from(new.host).checked_sub(SHIPS).and_then(|n| slots.get(n).copied());
        let new = Card { host: host.unwrap_or(new.host), ..new.clone() };
        let slot = match pair {
            Some(slot) => {
                let card = now(&slot);
                let loose = matches!(new.place, Place::Box | Place::Deck | Place::Discard);
                let host = if loose && card.place == new.place { card.host } else { new.host };
                let charges = if new.place == Place::Faceup { new.charges } else { card.charges };
                put.push((slot, Card { host, place: new.place, charges, ..card.clone() }));
                slot
            }
            // What cards can assign is there once.
            None if new.place == Place::Box && all.clone().any(|slot| is(&slot, &new)) => Slot::MAX,
            None if usize::from(board.slots) == SLOTS => {
                let most = SLOTS - SHIPS;
                return Err(Problem::at("", format!("expected at most {most} cards")));
            }
            None => {
                board.slots += 1;
                put.push((board.slots - 1, new));
                board.slots - 1
            }
        };
        slots.push(slot);
    }
    for (slot, card) in put {
        state.cards[usize::from(slot)] = card;
    }
    for slot in all.filter(|slot| !slots.contains(slot)) {
        state.cards[usize::from(slot)].place = Place::Box;
    }
    Ok(slots)
}
