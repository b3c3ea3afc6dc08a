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
use crate::board::Pool;
use crate::choice::{Choice, Prompt};
use crate::effect::EffectKind;
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::{Constant, Cost, Timing};

/// A strategic action, with the strategy card as its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strategic {
    /// The number of other players who are done with the secondary ability.
    done: u8,
    /// The player who has resolved an ability of the card last, until that is told.
    resolved: Option<Seat>,
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

/// The id of the strategy card.
fn card_id<'r>(by: &Resolver<'r>) -> &'r str {
    &by.scene.printed(by.source.slot).id
}

/// Returns `true` for a player who spends no token to resolve the secondary ability of the card.
fn is_free(by: &Resolver<'_>, seat: Seat) -> bool {
    let of = |id: &Constant| matches!(id, Constant::FreeSecondary(id) if *id == card_id(by));
    by.scene.has_constant(seat, of)
}

impl Strategic {
    /// The player who is next to resolve the secondary ability.
    fn other(&self, by: &Resolver<'_>) -> Option<Seat> {
        by.scene.board.clockwise(by.seat).nth(usize::from(self.done) + 1)
    }

    fn secondary(&mut self, run: &mut Run<'_>) -> Flow {
        if let Some(seat) = self.resolved.take() {
            let resolved = Proposal::new(Verb::EndStrategicAbility, seat);
            run.propose([resolved.of(run.source)]);
            return Flow::Again;
        }
        let Some(other) = self.other(run) else { return Flow::Next };
        let free = run.scene.has_effect(other, EffectKind::FreeSecondary);
        match run.answer {
            _ if free => {
                begin(run, other, Timing::Secondary, true);
                run.propose([Proposal::new(Verb::FreeSecondary, other)]);
            }
            None => return run.ask(other, Prompt::Secondary),
            Some(Choice::Yes) => {
                begin(run, other, Timing::Secondary, is_free(run, other));
            }
            Some(Choice::Primary) => {
                run.propose([Proposal::new(Verb::SpendToken(Pool::Strategy), other)]);
                begin(run, other, Timing::Primary, false);
            }
            Some(_) => {
                self.done += 1;
                return Flow::Again;
            }
        }
        self.resolved = Some(other);
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
            Step::Primary => {
                begin(run, run.seat, Timing::Primary, false);
                self.resolved = Some(run.seat);
            }
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
            (is_free(by, other) || scene.payable(&secondary.cost, other))
                && scene.all_hold(secondary, &Context::of(other))
        });
        let instead = other.is_some_and(|other| {
            let of = |id: &Constant| matches!(id, Constant::PrimaryFor(id) if *id == card_id(by));
            scene.payable(&[Cost::StrategyToken], other) && scene.has_constant(other, of)
        });
        let yes = can.then_some(Choice::Yes).into_iter();
        yes.chain(instead.then_some(Choice::Primary)).chain([Choice::No]).collect()
    }
}
