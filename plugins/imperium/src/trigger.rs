//! The `Trigger` stage: what has happened resolves what happens at once with it, and opens the
//! windows after it.

use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::rules::{At, Heard};
use cardmill_kernel::stack::Entry;

use crate::ability::Ability;
use crate::advance::ability;
use crate::choice::Imperium;
use crate::proposal::Proposal;
use crate::replace::window;
use crate::state::State;
use crate::vocabulary::{Event, Moment, Timing};

/// Opens the window after a fact. What is immediate goes before it.
pub(crate) fn trigger(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Imperium>) {
    let Some(event) = fact.event().filter(|_| !fact.prevented) else { return };
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
    if scene.catalogue.watches(Moment::After, event) {
        heard.go_round(window((Moment::After, *fact), scene.opportunities()));
    }
}

/// What triggered is forgotten once no window of its event is left.
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
