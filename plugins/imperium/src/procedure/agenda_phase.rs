//! The agenda phase (LRR 8).

use core::convert::Infallible;

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Procedure, Vote};
use crate::advance::Run;

/// The agenda phase: two votes, then planets are readied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AgendaPhase;

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Agenda,
    ReadyPlanets,
}

impl Procedure for AgendaPhase {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[
        // LRR 8.2
        Do(Step::Agenda),
        // LRR 8.3
        Do(Step::Agenda),
        // LRR 8.4
        Do(Step::ReadyPlanets),
    ]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match step {
            Step::Agenda => run.call(run.scene.board.speaker, Vote::default()),
            Step::ReadyPlanets => run.propose(run.scene.exhausted_planets()),
        }
        Flow::Next
    }
}
