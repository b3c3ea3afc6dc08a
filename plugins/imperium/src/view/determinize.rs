//! Worlds that a seat cannot rule out by what it sees.
//!
//! The action cards and secret objectives that the seat does not see are dealt anew among the other
//! hands and the decks, and all decks lie in another order; which public objectives are still to
//! come is drawn anew, too, in a whole game. A world follows from what the seat sees and a key, and
//! from nothing else: the random numbers to come and the options of others are those of the world.
//! What a seat has seen before and put back (agendas, secret objectives) it has forgotten here: such a
//! player knows less, and never more.

use bevy_ecs::prelude::*;
use cardmill_harness::session::NoWorld;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::State as Asked;
use cardmill_kernel::resolve::change;
use cardmill_kernel::rules::{At, Rules};
use cardmill_kernel::streams::{Purpose, Streams, generator, shuffle};
use rand_chacha::ChaCha8Rng;

use super::sees;
use crate::board::Board;
use crate::choice::{Choice, Imperium};
use crate::piece::{Piece, Place};
use crate::scene::Scene;
use crate::state::State;
use crate::vocabulary::{Edition, Kind};

/// The most times that a world is dealt to find one that fits.
const TRIES: usize = 1_000;

/// Puts a world that a seat cannot rule out onto table `to`; `from` is the true one.
///
/// # Errors
/// When none is found; then the game on `to` is of no use.
///
/// # Panics
/// If there is no such table or seat.
pub fn determinize(
    batch: &mut Batch,
    from: usize,
    to: usize,
    seat: Seat,
    key: u64,
) -> Result<(), NoWorld> {
    batch.fork(from, to, |_, _, _| {});
    let table = batch.table(to);
    change::<Imperium, _>(batch.world_mut(), table, |at| redeal(at, seat, key))
}

fn redeal(at: &mut At<'_, Imperium>, seat: Seat, key: u64) -> Result<(), NoWorld> {
    let mut rng = generator(key, 0, Purpose::Shared);
    let theirs = at.decision.state == Asked::Offered && at.decision.seat != seat;
    let fits = (0..TRIES).any(|_| {
        deal_once(at, seat, &mut rng);
        !theirs || asks_as_before(at)
    });
    if !fits {
        return Err(NoWorld);
    }
    *at.streams = Streams::renewed(key);
    at.table.trail = key;
    at.state.board.dice.clear();
    Ok(())
}

/// Returns `true` if the other player would be asked what they are asked, too, in this world. Their
/// options become those of the world.
fn asks_as_before(at: &mut At<'_, Imperium>) -> bool {
    at.decision.options.clear();
    Imperium::offer(&at.state, at.stack, at.decision);
    at.decision.options.len() > usize::from(!at.table.asks_all)
}

/// Deals all hidden cards anew.
fn deal_once(at: &mut At<'_, Imperium>, seat: Seat, rng: &mut ChaCha8Rng) {
    let scene = at.state.scene();
    // What the seat is asked about it looks at, wherever it lies.
    let own = at.decision.state == Asked::Offered && at.decision.seat == seat;
    let looks_at: Vec<Slot> =
        at.decision.options.iter().filter(|_| own).filter_map(named).collect();
    let hidden: Vec<Slot> = scene
        .slots()
        .filter(|slot| !sees(scene, at.stack, seat, *slot) && !looks_at.contains(slot))
        .collect();
    let hands = hands(scene, &hidden);
    draw_later_objectives(&mut at.state, rng);
    for (kind, held) in hands {
        let mut cards: Vec<Slot> = of_kind(at.state.scene(), &hidden, kind);
        shuffle(rng, &mut cards);
        let State { board, pieces, .. } = &mut at.state;
        for holder in held {
            let Some(slot) = cards.pop() else { break };
            put(pieces, slot, holder, Place::Hand);
        }
        let deck =
            if kind == Kind::Action { &mut board.action_deck } else { &mut board.secret_deck };
        for lies in deck.iter_mut().filter(|lies| hidden.contains(lies)) {
            if let Some(slot) = cards.pop() {
                *lies = slot;
                put(pieces, slot, 0, Place::Deck);
            }
        }
    }
    let State { board, pieces, .. } = &mut at.state;
    let Board { agenda_deck, exploration, triggered, .. } = &mut **board;
    for deck in exploration.iter_mut().chain([agenda_deck]) {
        reorder(deck, &hidden, rng);
        let unseen = deck.iter().filter(|slot| hidden.contains(slot));
        unseen.for_each(|&slot| put(pieces, slot, 0, Place::Deck));
    }
    // What was looked at when an event happened, of cards that are not seen, tells which they are.
    triggered.retain(|triggered| !hidden.contains(&triggered.source));
}

/// The card that an option names.
fn named(choice: &Choice) -> Option<Slot> {
    match *choice {
        Choice::Piece(slot) | Choice::Top(slot) | Choice::Bottom(slot) => Some(slot),
        _ => None,
    }
}

fn of_kind(scene: Scene<'_>, hidden: &[Slot], kind: Kind) -> Vec<Slot> {
    let unrevealed = &scene.board.unrevealed;
    let is = |slot: &Slot| scene.printed(*slot).kind == kind && !unrevealed.contains(slot);
    hidden.iter().copied().filter(is).collect()
}

/// The holders of hidden cards: a seat for each card, of action cards and of secret objectives.
fn hands(scene: Scene<'_>, hidden: &[Slot]) -> [(Kind, Vec<Seat>); 2] {
    [Kind::Action, Kind::Objective].map(|kind| {
        let held = of_kind(scene, hidden, kind).into_iter();
        let held = held.filter(|&slot| scene.piece(slot).place == Place::Hand);
        let mut seats: Vec<Seat> = held.map(|slot| scene.piece(slot).holder).collect();
        seats.sort_unstable();
        (kind, seats)
    })
}

/// Puts a hidden card in its place, without the life it has had.
fn put(pieces: &mut [Piece], slot: Slot, holder: Seat, place: Place) {
    let piece = &mut pieces[usize::from(slot)];
    *piece =
        Piece { definition: piece.definition, owner: holder, holder, place, ..Piece::default() };
}

/// Puts the hidden cards of a deck in another order; what is seen of it stays in its place.
fn reorder(deck: &mut [Slot], hidden: &[Slot], rng: &mut ChaCha8Rng) {
    let mut cards: Vec<Slot> = deck.iter().copied().filter(|slot| hidden.contains(slot)).collect();
    cards.sort_unstable();
    shuffle(rng, &mut cards);
    for lies in deck.iter_mut().filter(|lies| hidden.contains(lies)) {
        *lies = cards.pop().expect("as many cards as places");
    }
}

/// Draws the public objectives that are still to come: of each stage, any that have not been seen.
/// Games of positions have those that they have, in any order within a stage.
fn draw_later_objectives(state: &mut State<'_>, rng: &mut ChaCha8Rng) {
    let scene = state.scene();
    let points = |definition: u16| {
        let card = scene.catalogue.definition(definition).objective.as_ref();
        card.map_or(0, |objective| objective.points)
    };
    let unrevealed = &scene.board.unrevealed;
    let definition = |slot: Slot| scene.piece(slot).definition;
    let stages: Vec<u8> = unrevealed.iter().map(|&slot| points(definition(slot))).collect();
    let mut drawn: Vec<(usize, Slot, u16)> = Vec::new();
    for stage in 1..=stages.iter().copied().max().unwrap_or(0) {
        let places: Vec<usize> = (0..stages.len()).filter(|&at| stages[at] == stage).collect();
        let mut slots: Vec<Slot> = places.iter().map(|&at| unrevealed[at]).collect();
        slots.sort_unstable();
        let seen = |of: u16| {
            scene.slots().any(|slot| definition(slot) == of && !unrevealed.contains(&slot))
        };
        let mut pool: Vec<u16> = if scene.board.house.whole {
            let all = scene.catalogue.definitions().iter().enumerate();
            let public = all.filter(|(_, card)| {
                let objective = card.objective.as_ref();
                objective.is_some_and(|objective| !objective.secret)
                    && card.edition == Edition::Base
            });
            let public = public.map(|(at, _)| at as u16);
            public.filter(|&at| points(at) == stage && !seen(at)).collect()
        } else {
            slots.iter().copied().map(definition).collect()
        };
        pool.sort_unstable();
        shuffle(rng, &mut pool);
        let lie = places.into_iter().zip(slots).zip(pool);
        drawn.extend(lie.map(|((at, slot), definition)| (at, slot, definition)));
    }
    for (at, slot, definition) in drawn {
        state.board.unrevealed[at] = slot;
        state.pieces[usize::from(slot)].definition = definition;
        put(state.pieces, slot, 0, Place::Deck);
    }
}
