//! The `Trigger` stage: what has happened resolves what happens at once with it, and opens the
//! windows after it.

use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::rules::{At, Heard};
use cardmill_kernel::stack::{Entry, Frame};

use crate::ability::Ability;
use crate::advance::{ability, procedure};
use crate::board::Phase;
use crate::choice::Imperium;
use crate::piece::Place;
use crate::procedure::{Blockade, Elimination, Hand, Levy, Limits, Revival};
use crate::proposal::{Proposal, Verb};
use crate::replace::window;
use crate::state::State;
use crate::vocabulary::{Event, Moment, Timing, UnitType};

/// Units beyond fleet pool and capacity are removed as soon as there are any (LRR 16.3, 37.3): where
/// a unit has left, where one has come to, where a combat has ended. Of what is removed that is the
/// business of the program that removes it.
fn keep_limits(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    let scene = state.scene();
    let owner = || fact.subject.is_some().then(|| scene.piece(fact.subject.slot).owner);
    let seats = match fact.verb {
        Verb::Move(_) | Verb::Place(..) | Verb::Destroy => [owner(), None],
        Verb::EndCombat => [Some(fact.seat), Some(fact.other)],
        _ => return,
    };
    let now = match fact.verb {
        Verb::Move(Place::Space(system)) | Verb::Place(_, Place::Space(system)) => Some(system),
        _ => None,
    };
    let systems = [fact.system, now.filter(|_| now != fact.system)];
    for seat in seats.into_iter().flatten() {
        for system in systems.into_iter().flatten() {
            if let Some(limits) = Limits::due(scene, seat, system) {
                heard.begins(procedure(seat, limits));
            }
        }
    }
}

/// Space docks that float are destroyed as soon as they are blockaded (LRR 79.4a).
fn break_blockaded(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    let scene = state.scene();
    let now = match fact.verb {
        Verb::Move(Place::Space(system)) | Verb::Place(_, Place::Space(system)) => Some(system),
        Verb::Move(_) | Verb::Destroy | Verb::Remove | Verb::EndCombat => None,
        _ => return,
    };
    for system in [fact.system, now].into_iter().flatten() {
        if scene.blockaded(system).next().is_some() {
            heard.begins(procedure(scene.board.active, Blockade::of(system)));
        }
    }
}

/// Begins the elimination of whoever has lost the last of what a player needs (LRR 33.1). Infantry
/// that were destroyed may come back, and those that do are placed when a turn starts.
fn lose_and_return(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    let scene = state.scene();
    let gone = matches!(fact.verb, Verb::Destroy | Verb::Remove | Verb::GainControl);
    if scene.board.house.whole && gone {
        for seat in scene.board.clockwise(scene.board.active) {
            if scene.is_lost(seat) {
                heard.begins(procedure(seat, Elimination));
            }
        }
    }
    match fact.verb {
        Verb::Destroy if fact.subject.is_some() => {
            let piece = scene.piece(fact.subject.slot);
            let unit = scene.printed(fact.subject.slot).unit.map(|unit| unit.unit);
            if unit == Some(UnitType::Infantry) && scene.standing(piece.owner).revives > 0 {
                let frame = procedure(piece.owner, Revival::default());
                heard.begins(Frame { source: fact.subject, ..frame });
            }
        }
        Verb::StartTurn => {
            let back = scene.board.player(fact.seat).revived;
            if back > 0 {
                heard.begins(procedure(fact.seat, Revival::of(back)));
            }
        }
        _ => {}
    }
}

/// Discards action cards beyond what a hand can have, whenever one comes to it (LRR 2.4); in the
/// status phase all have drawn before anybody discards.
fn keep_hand(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    let scene = state.scene();
    let comes = matches!(
        fact.verb,
        Verb::DrawActionCard | Verb::TakeCard | Verb::ReceiveCard | Verb::ToPlace(Place::Hand)
    );
    if comes && scene.board.phase != Phase::Status && Hand::is_over(scene, fact.seat) {
        heard.begins(procedure(fact.seat, Hand));
    }
}

/// Takes a command token from the sheet for a system where none was left to be placed (LRR 20.3b).
fn levy(fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    if fact.prevented
        && fact.verb == Verb::Token(true)
        && let Some(system) = fact.system
    {
        heard.begins(procedure(fact.seat, Levy::of(system)));
    }
}

/// Opens the window after a fact. What is immediate goes before it.
pub(crate) fn trigger(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    keep_limits(state, fact, heard);
    keep_hand(state, fact, heard);
    levy(fact, heard);
    if !fact.prevented {
        break_blockaded(state, fact, heard);
        lose_and_return(state, fact, heard);
    }
    // A unit that could not be placed was not.
    let placed = !matches!(fact.verb, Verb::Place(..)) || fact.subject.is_some();
    let Some(event) = fact.event().filter(|_| placed && !fact.prevented) else { return };
    let scene = state.scene();
    // An ability that resolves at once, outside any window.
    let at_once = |program: u16, seat: Seat, source: Ref| {
        ability(program, seat, source, Ability::about(Some((Moment::Immediately, *fact))))
    };
    if scene.catalogue.watches(Moment::Immediately, event) {
        for seat in scene.opportunities() {
            for candidate in scene.candidates(seat, Moment::Immediately, fact) {
                heard.begins(at_once(candidate.ability.program, seat, candidate.ability.source));
            }
        }
    }
    // An exploration card is resolved before anything that is after exploring (LRR 35).
    if event == Event::Explore
        && fact.subject.is_some()
        && let Some((program, _)) = scene.timed(fact.subject.slot, Timing::Explored)
    {
        heard.begins(at_once(program, fact.seat, fact.subject));
    }
    // When a turn starts its player can trade, whatever anybody has (LRR 94.1).
    let opens = event == Event::TurnStart || scene.is_heard(Moment::After, event);
    if opens && scene.catalogue.watches(Moment::After, event) {
        heard.go_round(window((Moment::After, *fact), scene.opportunities()));
    }
}

/// Forgets the abilities that triggered once no window of their event is left.
pub(crate) fn forget(at: &mut At<'_, Imperium>) {
    let triggered = &mut at.state.board.triggered;
    if triggered.is_empty() {
        return;
    }
    let entries = &at.stack.entries;
    triggered.retain(|triggered| {
        entries.iter().any(|entry| match entry {
            Entry::Rounds(rounds) => {
                rounds.event.event().is_some_and(|(_, event)| event.serial == triggered.serial)
            }
            Entry::Group(_) => true,
            _ => false,
        })
    });
}
