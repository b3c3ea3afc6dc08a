//! A ship may perform an attack (RR "Attack", Declare Target).

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::{Attacking, Task};
use crate::advance::Run;
use crate::board::Limit;
use crate::choice::{Choice, Prompt};

#[derive(Clone, Copy)]
enum Step {
    DeclareTarget,
}

const AIM: Procedure<Step> = Procedure::new(&[
    // RR "Attack", Declare Target: the weapon and the defender; not attacking is always allowed.
    Do(Step::DeclareTarget),
]);

impl Run<'_> {
    pub(super) fn aim(&mut self, limit: Limit) -> Flow {
        AIM.steps(self.frame.at, self, |run, Step::DeclareTarget| run.declare_target(limit))
    }

    fn declare_target(&mut self, limit: Limit) -> Flow {
        match self.answer.take() {
            Some(Choice::Attack(shot)) => self.calls(Task::Attack(Attacking { shot, limit })),
            Some(_) => Flow::End,
            None => {
                let none = !self.is_there() || self.scene.shots(self.ship(), limit).is_empty();
                if none { Flow::End } else { self.ask(self.frame.seat, Prompt::Attack) }
            }
        }
    }
}
