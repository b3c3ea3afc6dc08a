//! The `Offer` stage: the options of every question. What a program asks, its step enumerates;
//! what a player may resolve in a window, the cards do.

use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::rounds::Rounds;
use cardmill_kernel::stack::{Entry, Stack};

use crate::advance::Resolver;
use crate::choice::{Choice, Imperium};
use crate::piece::Place;
use crate::procedure::{self, Locals};
use crate::proposal::Proposal;
use crate::scene::Scene;
use crate::vocabulary::{Event, Kind, Moment};

/// Tells whether others may resolve something before what this player must, for all that it can
/// see: they are still to be asked and have a hidden card or an ability that shows, or must resolve
/// one, too.
fn others_may(scene: Scene<'_>, rounds: &Rounds<Locals>, moment: Moment, event: &Proposal) -> bool {
    let all = || scene.catalogue.definitions().iter().enumerate();
    let scores = event.event().is_some_and(|event| {
        let mut objectives = all().filter(|(_, card)| card.kind == Kind::Objective);
        objectives.any(|(at, _)| scene.catalogue.times(at as u16, moment, event))
    });
    let hides = |seat| {
        scene.slots().any(|slot| {
            let piece = scene.piece(slot);
            let is_played = match scene.printed(slot).kind {
                Kind::Action | Kind::Note => true,
                Kind::Objective => scores,
                _ => false,
            };
            piece.place == Place::Hand && piece.holder == seat && is_played
        })
    };
    let open = |seat: Seat, must: bool| {
        let mut candidates = scene.candidates(seat, moment, event).into_iter();
        candidates.any(|candidate| {
            (!must || candidate.ability.mandatory) && rounds.spent(&candidate).is_none()
        })
    };
    rounds.still_to_ask().any(|seat| hides(seat) || open(seat, false))
        || rounds.order().iter().any(|&seat| Some(seat) != rounds.seat() && open(seat, true))
}

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
            let must = candidates.iter().any(|candidate| candidate.ability.mandatory);
            let others = must && others_may(scene, rounds, moment, &event);
            decision.options.extend(rounds.offer(&candidates, others).map(Choice::Window));
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
