//! A ship has become tractored and is moved (RR "Tractor").

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
    Begin,
    Move,
    MeetObstacles,
    Turn,
}

#[derive(Clone, Copy)]
enum Test {
    Moved,
}

const TRACTOR: Procedure<Step, Test> = Procedure::new(&[
    // RR "Tractor": once a round.
    Do(Step::Begin),
    // RR "Tractor": the player whose effect it was may move it by a barrel roll or a straight boost.
    Do(Step::Move),
    Unless(Test::Moved, "end"),
    Do(Step::MeetObstacles),
    // RR "Tractor": its own player may turn it by a quarter, for a stress token.
    Do(Step::Turn),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn tractor(&mut self, turning: bool) -> Flow {
        let ship = self.ship();
        let moved = |run: &Self, Test::Moved| run.frame.locals.did && run.is_there();
        TRACTOR.run(self.frame.at, self, moved, |run, step| match step {
            Step::Begin => {
                run.does(Verb::Tug, ship);
                Flow::Next
            }
            Step::Move => match run.answer.take() {
                Some(Choice::Move(shift)) => {
                    run.does(Verb::Move(shift), ship);
                    Flow::Next
                }
                Some(_) => Flow::End,
                None => run.ask(run.frame.seat, Prompt::Reposition(ship)),
            },
            Step::MeetObstacles => {
                run.frame.locals.work = crate::locals::Work::Procedure(Task::Tractor(true));
                let met = Meetings::new(&run.scene.board.passage, false);
                run.begin(Task::Meet(met), ship);
                Flow::Next
            }
            Step::Turn => match run.answer.take() {
                Some(Choice::Move(shift)) => {
                    run.does(Verb::Move(shift), ship);
                    run.does(Verb::Gain(Token::Stress), ship);
                    Flow::Next
                }
                Some(_) => Flow::End,
                None if turning && run.is_there() => {
                    run.ask(run.scene.ship(ship).owner, Prompt::Reposition(ship))
                }
                None => Flow::End,
            },
        })
    }
}
