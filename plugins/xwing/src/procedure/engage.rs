//! A ship engages (RR "Engagement Phase").

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::Task;
use crate::advance::Run;
use crate::board::Limit;
use crate::proposal::Verb;

#[derive(Clone, Copy)]
enum Step {
    Begin,
    Attack,
    Finish,
}

const ENGAGE: Procedure<Step> = Procedure::new(&[
    // Abilities before the ship engages. A destroyed ship that has not engaged yet still does (RR
    // "Engagement Phase", simultaneous fire).
    Do(Step::Begin),
    // RR "Engagement Phase": it may perform an attack.
    Do(Step::Attack),
    // Abilities after it engaged.
    Do(Step::Finish),
]);

impl Run<'_> {
    pub(super) fn engage(&mut self) -> Flow {
        if !self.is_there() {
            return Flow::End;
        }
        let ship = self.ship();
        ENGAGE.steps(self.frame.at, self, |run, step| {
            match step {
                Step::Begin => run.does(Verb::BeforeEngaging, ship),
                Step::Attack => return run.calls(Task::Aim(Limit::ANY)),
                Step::Finish => run.does(Verb::Engaged, ship),
            }
            Flow::Next
        })
    }
}
