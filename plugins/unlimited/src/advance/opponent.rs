//! The opponent of an ability, where there are several (CR 11.4.2).

use super::{Flow, Run};
use crate::opponents::Against;
use crate::prelude::*;
use crate::words::step::Step;

impl Run<'_> {
    /// Runs an instruction of an ability in a game of more than two. What names an opponent asks first
    /// for one, once for the ability; what names each is done for one after the other, in players' order.
    pub(super) fn among_many(&mut self, op: &Op) -> Flow {
        let against = self.scene.catalogue.against(self.program, self.at);
        self.locals.theirs = matches!(against, Against::ByOne | Against::ByEach);
        match against {
            Against::Nobody => self.op(op),
            Against::One | Against::ByOne => {
                let known = self.locals.opponent.is_some_and(|seat| !self.scene.board.is_out(seat));
                if !known {
                    let opponents = self.scene.board.players.opponents(self.seat);
                    self.locals.opponent = match (self.answer.take(), &opponents[..]) {
                        (Some(Choice::First(seat)), _) => Some(seat),
                        (_, []) => None,
                        (_, [only]) => Some(*only),
                        _ => return self.ask(self.seat, Prompt::Player),
                    };
                }
                self.op(op)
            }
            Against::Each | Against::ByEach => self.for_each_opponent(op),
        }
    }

    /// Runs an instruction for each opponent, in players' order from the active player on.
    fn for_each_opponent(&mut self, op: &Op) -> Flow {
        let board = self.scene.board;
        let all = board.players.from(board.lead());
        let order: Vec<Seat> = all.filter(|&seat| seat != self.seat).collect();
        let now = self.locals.opponent.filter(|_| self.locals.goes_round);
        let now = now.and_then(|now| order.iter().position(|&seat| seat == now));
        self.locals.goes_round = true;
        let mut flow = Flow::Next;
        for (at, &seat) in order.iter().enumerate().skip(now.unwrap_or(0)) {
            self.locals.opponent = Some(seat);
            let asked = self.answer.is_some();
            flow = self.op(op);
            if flow == Flow::Again {
                return flow;
            }
            // What needs no answer is done for all of them at once (CR 11.4.3).
            let together = !asked && op.step().is_none_or(Step::is_plain);
            if let Some(&next) = order.get(at + 1).filter(|_| !together) {
                self.locals.opponent = Some(next);
                return Flow::Again;
            }
        }
        (self.locals.goes_round, self.locals.opponent) = (false, None);
        flow
    }
}
