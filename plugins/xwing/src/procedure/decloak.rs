//! A ship decloaks (RR "Decloak").

use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::{Meetings, Task};
use crate::advance::Run;
use crate::choice::{Choice, Prompt};
use crate::proposal::Verb;
use crate::vocabulary::Token;

#[derive(Clone, Copy)]
enum Step {
    Move,
    MeetObstacles,
    Finish,
}

#[derive(Clone, Copy)]
enum Test {
    Moved,
}

const DECLOAK: Procedure<Step, Test> = Procedure::new(&[
    // RR "Decloak": the cloak token is spent; the ship moves ahead or to the side, by the template
    // of speed 2 if it is small, by that of speed 1 otherwise.
    Do(Step::Move),
    Unless(Test::Moved, "end"),
    // RR "Obstacles": what it moved through has its effect.
    Do(Step::MeetObstacles),
    // Only now come abilities after the ship decloaks.
    Do(Step::Finish),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn decloak(&mut self) -> Flow {
        let ship = self.ship();
        let moved = |run: &Self, Test::Moved| run.frame.locals.did && run.is_there();
        DECLOAK.run(self.frame.at, self, moved, |run, step| match step {
            Step::Move => match run.answer.take() {
                Some(Choice::Move(shift)) => {
                    run.does(Verb::Spend(Token::Cloak), ship);
                    run.does(Verb::Move(shift), ship);
                    Flow::Next
                }
                Some(_) => Flow::End,
                None if run.scene.can_decloak(ship) => {
                    run.ask(run.frame.seat, Prompt::Reposition(ship))
                }
                // RR "Decloak": where it has no room, it fails, and the token stays.
                None => Flow::End,
            },
            Step::MeetObstacles => {
                let met = Meetings::new(&run.scene.board.passage, false);
                run.begin(Task::Meet(met), ship);
                Flow::Next
            }
            Step::Finish => {
                run.does(Verb::Decloaked, ship);
                Flow::Next
            }
        })
    }
}
