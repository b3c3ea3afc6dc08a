//! A ship has its turn in the System Phase (RR "System Phase").

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::Task;
use crate::advance::Run;
use crate::proposal::Verb;

#[derive(Clone, Copy)]
enum Step {
    Decloak,
    TakeTurn,
}

const SYSTEM: Procedure<Step> = Procedure::new(&[
    // RR "Decloak": a cloaked ship may decloak. What the rules let it do comes before abilities.
    Do(Step::Decloak),
    // RR "System Phase": abilities that are resolved in it.
    Do(Step::TakeTurn),
]);

impl Run<'_> {
    pub(super) fn system(&mut self) -> Flow {
        let ship = self.ship();
        SYSTEM.steps(self.frame.at, self, |run, step| match step {
            Step::Decloak if run.scene.can_decloak(ship) => run.calls(Task::Decloak(false)),
            Step::Decloak => Flow::Next,
            Step::TakeTurn => {
                run.does(Verb::SystemTurn, ship);
                Flow::Next
            }
        })
    }
}
