//! A strategic action: the primary ability, then the secondary abilities clockwise, then the card
//! is exhausted (LRR 82; `S3-26`).

use core::convert::Infallible;

use cardmill_kernel::card::Seat;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::Frame;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::ability::Ability;
use crate::advance::{Resolver, Run, ability};
use crate::choice::{Choice, Prompt};
use crate::effect::EffectKind;
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::Timing;

/// A strategic action, with the strategy card as its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strategic {
    /// The number of other players who are done with the secondary ability.
    done: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Primary,
    Secondary,
    Exhaust,
}

/// Begins an ability of the strategy card; without its cost if it is free.
fn begin(run: &mut Run<'_>, seat: Seat, timing: Timing, free: bool) {
    let card = run.source;
    if let Some((program, printed)) = run.scene.timed(card.slot, timing) {
        let at = if free { printed.cost.len() as u16 } else { 0 };
        run.begin(Frame { at, ..ability(program, seat, card, Ability::default()) });
    }
}

impl Strategic {
    /// The player who is next to resolve the secondary ability.
    fn other(&self, by: &Resolver<'_>) -> Option<Seat> {
        by.scene.board.clockwise(by.seat).nth(usize::from(self.done) + 1)
    }

    fn secondary(&mut self, run: &mut Run<'_>) -> Flow {
        let Some(other) = self.other(run) else { return Flow::Next };
        let free = run.scene.has_effect(other, EffectKind::FreeSecondary);
        if free || run.answer == Some(Choice::Yes) {
            begin(run, other, Timing::Secondary, free);
            run.propose(free.then(|| Proposal::new(Verb::FreeSecondary, other)));
        } else if run.answer.is_none() {
            return run.ask(other, Prompt::Secondary);
        }
        self.done += 1;
        Flow::Again
    }
}

impl Procedure for Strategic {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> =
        &Lines::new(&[Do(Step::Primary), Do(Step::Secondary), Do(Step::Exhaust)]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match step {
            Step::Primary => begin(run, run.seat, Timing::Primary, false),
            Step::Secondary => return self.secondary(run),
            Step::Exhaust => {
                run.propose([Proposal::new(Verb::Exhaust, run.seat).of(run.source)]);
            }
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let (scene, other) = (by.scene, self.other(by));
        let secondary = other.zip(scene.timed(by.source.slot, Timing::Secondary));
        let can = secondary.is_some_and(|(other, (_, secondary))| {
            scene.payable(&secondary.cost, other) && scene.all_hold(secondary, &Context::of(other))
        });
        if can { vec![Choice::Yes, Choice::No] } else { vec![Choice::No] }
    }
}
