//! A ship makes a barrel roll that is no action (RR "Barrel Roll").

use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::{Meetings, Task};
use crate::advance::Run;
use crate::choice::{Choice, Prompt};
use crate::proposal::Verb;
use crate::vocabulary::Action;

#[derive(Clone, Copy)]
enum Step {
    Move,
    MeetObstacles,
}

#[derive(Clone, Copy)]
enum Test {
    Moved,
}

const ROLL: Procedure<Step, Test> = Procedure::new(&[
    // RR "Barrel Roll": its player says how.
    Do(Step::Move),
    Unless(Test::Moved, "end"),
    // RR "Obstacles": what it moved through has its effect.
    Do(Step::MeetObstacles),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn roll(&mut self) -> Flow {
        let ship = self.ship();
        let moved = |run: &Self, Test::Moved| run.frame.locals.did && run.is_there();
        ROLL.run(self.frame.at, self, moved, |run, step| match step {
            Step::Move => match run.answer.take() {
                Some(Choice::Move(shift)) => {
                    run.does(Verb::Move(shift), ship);
                    Flow::Next
                }
                Some(_) => Flow::End,
                None if run.scene.shifts(ship, Action::BarrelRoll).is_empty() => Flow::End,
                None => run.ask(run.frame.seat, Prompt::Reposition(ship)),
            },
            Step::MeetObstacles => {
                let met = Meetings::new(&run.scene.board.passage, false);
                run.begin(Task::Meet(met), ship);
                Flow::Next
            }
        })
    }
}
