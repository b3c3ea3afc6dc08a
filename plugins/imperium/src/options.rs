//! The `Offer` stage: what the player whose opportunity it is may resolve in a window. Every other
//! question has its options enumerated where it is asked, in the `Advance` stage of the same tick.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Table;

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Imperium};
use crate::piece::Piece;
use crate::scene::Scene;
use crate::vocabulary::{Event, Moment};

/// Enumerates the opportunity of every window that asks.
pub fn offer(
    mut tables: Query<(&Table, &Board, &Roster, &mut Stack<Imperium>, &mut Decision<Imperium>)>,
    pieces: Query<&'static Piece>,
    catalogue: Res<Catalogue>,
) {
    for (table, board, roster, mut stack, mut decision) in &mut tables {
        if !table.is_busy() || decision.state != State::Opened {
            continue;
        }
        let Some(rounds) = stack.rounds_mut() else { continue };
        let Some((moment, event)) = rounds.event.event else { continue };
        let scene = Scene { catalogue: &catalogue, board, roster, pieces: &pieces };
        let seat = decision.seat;
        let candidates = scene.candidates(seat, moment, &event);
        decision.options.extend(rounds.offer(&candidates).map(Choice::Window));
        // A transaction is no ability: it uses no opportunity (LRR 94.1).
        let trades = (moment, event.event()) == (Moment::After, Some(Event::TurnStart))
            && seat == board.active
            && !rounds.is_forced();
        if trades {
            decision.options.extend(scene.partners(seat).map(Choice::Trade));
        }
    }
}
