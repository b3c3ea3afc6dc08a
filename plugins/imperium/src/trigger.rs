//! The `Trigger` stage: what has happened resolves what happens at once with it, and opens the
//! windows after it.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::stack::{Entry, Frame, Stack};
use cardmill_kernel::table::Table;

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Imperium, Locals};
use crate::piece::Piece;
use crate::proposal::{Facts, Proposal};
use crate::replace::window;
use crate::scene::Scene;
use crate::vocabulary::{Event, Moment, Timing};

/// Opens the windows after this tick's facts. Those of the first fact are the first to close, and
/// what is immediate goes before any of them.
pub fn trigger(
    mut tables: Query<(&Table, &mut Stack<Imperium>, &mut Board, &Roster, &mut Facts)>,
    pieces: Query<&'static Piece>,
    catalogue: Res<Catalogue>,
) {
    for (table, mut stack, mut board, roster, mut facts) in &mut tables {
        if !table.is_busy() {
            // A table that was set aside in this tick leaves nothing for its next game.
            facts.0.clear();
            continue;
        }
        let scene = Scene { catalogue: &catalogue, board: &board, roster, pieces: &pieces };
        for fact in facts.0.iter().rev().filter(|fact| !fact.prevented) {
            let Some(event) = fact.event() else { continue };
            if catalogue.watches(Moment::After, event) {
                stack.go_round(window((Moment::After, *fact), scene.opportunities()));
            }
            // An exploration card is resolved before anything that is after exploring (LRR 35).
            if event == Event::Explore && fact.subject.is_some() {
                let card = scene.piece(fact.subject.slot).definition;
                for (program, ability) in catalogue.abilities(card) {
                    if ability.timing.contains(&Timing::Explored) {
                        stack.push_frame(frame(program, fact.seat, fact.subject, *fact));
                    }
                }
            }
            if catalogue.watches(Moment::Immediately, event) {
                for seat in scene.opportunities().into_iter().rev() {
                    let candidates = scene.candidates(seat, Moment::Immediately, fact);
                    for candidate in candidates.into_iter().rev() {
                        let ability = candidate.ability;
                        stack.push_frame(frame(ability.program, seat, ability.source, *fact));
                    }
                }
            }
        }
        facts.0.clear();
        // What triggered is forgotten once no window of its event is left.
        if !board.triggered.is_empty() {
            let open = |serial| {
                stack.entries.iter().any(|entry| match entry {
                    Entry::Rounds(rounds) => {
                        rounds.event.event.is_some_and(|(_, event)| event.serial == serial)
                    }
                    Entry::Group(_) => true,
                    _ => false,
                })
            };
            board.triggered.retain(|triggered| open(triggered.serial));
        }
    }
}

/// An ability that resolves at once, outside any window.
fn frame(program: u16, seat: Seat, source: Ref, event: Proposal) -> Frame<Locals> {
    let event = Some((Moment::Immediately, event));
    let locals = Locals { event, ..Locals::default() };
    let (subject, collects) = (Ref::NONE, None);
    Frame { program, at: 0, seat, source, subject, collects, locals }
}
