//! The elimination of a player (LRR 33).

use core::convert::Infallible;

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::Run;
use crate::proposal::{Proposal, Verb};

/// The elimination of a player who has nothing left to play with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Elimination;

#[derive(Clone, Copy)]
pub(crate) struct Step;

impl Procedure for Elimination {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[Do(Step)]);

    fn step(&mut self, _: Step, run: &mut Run<'_>) -> Flow {
        // Between what happened and now something may have come back.
        let lost = run.scene.is_lost(run.seat);
        run.propose(lost.then(|| Proposal::new(Verb::Eliminate, run.seat)));
        Flow::Next
    }
}
