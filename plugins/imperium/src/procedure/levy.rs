//! A command token for a system comes from the sheet where none is in the reinforcements (LRR 20.3b).

use core::convert::Infallible;

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Limits, Procedure};
use crate::advance::{Resolver, Run};
use crate::board::Pool;
use crate::choice::{Choice, Prompt};
use crate::piece::SystemId;
use crate::proposal::{Proposal, Verb};

/// A command token of the sheet, from a pool of its player's choice, for a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Levy {
    system: SystemId,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Take,
    Keep,
}

impl Levy {
    /// A token for a system.
    pub(crate) const fn of(system: SystemId) -> Self {
        Self { system }
    }

    /// The pools with tokens.
    fn pools<'r>(by: &Resolver<'r>) -> impl Iterator<Item = Pool> + use<'r> {
        let pools = by.scene.board.player(by.seat).pools;
        Pool::ALL.into_iter().filter(move |&pool| pools[pool as usize] > 0)
    }
}

impl Procedure for Levy {
    type Step = Step;
    type Test = Infallible;

    // A fleet pool can be too small then (LRR 37.3).
    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[Do(Step::Take), Do(Step::Keep)]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let seat = run.seat;
        let token = |verb| Proposal::new(verb, seat);
        match (step, run.answer) {
            (Step::Take, Some(Choice::Pool(pool))) => {
                let place = token(Verb::Token(true)).in_system(self.system);
                run.propose([token(Verb::SpendToken(pool)), place]);
            }
            (Step::Take, _) if Self::pools(run).next().is_some() => {
                return run.ask(seat, Prompt::Pool);
            }
            (Step::Take, _) => {}
            (Step::Keep, _) => Limits::everywhere(run, seat),
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        Self::pools(by).map(Choice::Pool).collect()
    }
}
