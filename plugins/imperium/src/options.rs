//! The `Offer` stage: the options of every question. What a program asks, its step enumerates;
//! what a player may resolve in a window, the cards do.

use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::{Entry, Stack};

use crate::advance::Resolver;
use crate::choice::{Choice, Imperium};
use crate::procedure;
use crate::scene::Scene;
use crate::vocabulary::{Event, Moment};

/// Enumerates the options of what the entry on top asks.
pub(crate) fn offer(
    scene: Scene<'_>,
    stack: &mut Stack<Imperium>,
    decision: &mut Decision<Imperium>,
) {
    match stack.entries.last_mut() {
        Some(Entry::Frame(frame)) => {
            let (seat, source, program) = (frame.seat, frame.source, frame.program);
            let by = Resolver { scene, seat, source, program };
            decision.options = procedure::options(&frame.locals, frame.at, &by);
        }
        Some(Entry::Rounds(rounds)) => {
            let Some((moment, event)) = rounds.event.event() else { return };
            let seat = decision.seat;
            let candidates = scene.candidates(seat, moment, &event);
            decision.options.extend(rounds.offer(&candidates).map(Choice::Window));
            // A transaction is no ability: it uses no opportunity (LRR 94.1).
            let trades = (moment, event.event()) == (Moment::After, Some(Event::TurnStart))
                && seat == scene.board.active
                && !rounds.is_forced();
            if trades {
                decision.options.extend(scene.partners(seat).map(Choice::Trade));
            }
        }
        _ => {}
    }
}
