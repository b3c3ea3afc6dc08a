//! A jam token goes (RR "Jam").

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use crate::advance::Run;
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Token;

#[derive(Clone, Copy)]
enum Step {
    LoseToken,
}

const JAM: Procedure<Step> = Procedure::new(&[
    // RR "Jam": with the jam token goes a green token or a lock, which the ship's player chooses.
    Do(Step::LoseToken),
]);

impl Run<'_> {
    pub(super) fn jam(&mut self) -> Flow {
        JAM.steps(self.frame.at, self, |run, Step::LoseToken| run.lose_token())
    }

    fn lose_token(&mut self) -> Flow {
        let ship = self.ship();
        match self.answer.take() {
            Some(Choice::Token(token, _)) => {
                self.does(Verb::Remove(Token::Jam), ship);
                if token == Token::Lock {
                    let locked = self.scene.ship(ship).lock;
                    self.propose(Proposal::new(Verb::Remove(Token::Lock), locked).other(ship));
                } else {
                    self.does(Verb::Remove(token), ship);
                }
                Flow::Next
            }
            Some(_) => Flow::End,
            None => self.ask(self.frame.seat, Prompt::Jam(ship)),
        }
    }
}
