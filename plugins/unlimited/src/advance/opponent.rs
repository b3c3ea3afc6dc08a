//! The opponent of an ability, where there are several (CR 11.4.2).

use super::{Flow, Run};
use crate::library::Part;
use crate::opponents::Against;
use crate::prelude::*;
use crate::words::step::Step;

impl Run<'_> {
    /// Runs an instruction of an ability in a game of more than two. What names an opponent asks first
    /// for one, once for the ability, unless its text says who it is; what names each is done for one after
    /// the other, in players' order.
    pub(super) fn among_many(&mut self, op: &Op) -> Flow {
        let catalogue = self.scene.catalogue;
        let about = catalogue.opponents().about(self.program);
        if let Some(turns) = about.turns {
            return self.in_turns(op, turns);
        }
        let against = about.way(self.at);
        match about.part {
            Part::Subject | Part::It | Part::Other | Part::Defending => {
                return self.against_one(op, about.part, against);
            }
            Part::One => self.locals.theirs = true,
            _ => self.locals.theirs = matches!(against, Against::ByOne | Against::ByEach),
        }
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

    /// Runs an instruction of an ability whose text says who the opponent is. Without that opponent nothing is
    /// done to one.
    fn against_one(&mut self, op: &Op, part: Part, against: Against) -> Flow {
        if self.locals.opponent.is_none() {
            let meant = self.scene.meant(part, &self.cx());
            self.locals.opponent = meant.filter(|&seat| seat != self.seat);
        }
        let opponent = self.locals.opponent;
        self.locals.theirs = opponent.is_some();
        let there = opponent.is_some_and(|seat| !self.scene.board.is_out(seat));
        if !there && against != Against::Nobody {
            self.locals.did = false;
            return Flow::Next;
        }
        self.op(op)
    }

    /// Runs instructions for one opponent after another, from a first one up to an end.
    fn in_turns(&mut self, op: &Op, (from, end): (u16, u16)) -> Flow {
        if self.locals.goes_round && self.at >= end {
            let next = self.behind(self.locals.opponent);
            (self.locals.goes_round, self.locals.theirs) = (next.is_some(), next.is_some());
            self.locals.opponent = next;
            if next.is_some() {
                return Flow::Jump(from);
            }
        } else if !self.locals.goes_round && self.at == from {
            let Some(first) = self.behind(None) else { return Flow::Jump(end) };
            (self.locals.goes_round, self.locals.theirs) = (true, true);
            self.locals.opponent = Some(first);
        }
        self.op(op)
    }

    /// The opponent behind another one in players' order, from the active player on; the first, behind nobody.
    fn behind(&self, before: Option<Seat>) -> Option<Seat> {
        let board = self.scene.board;
        let (lead, count) = (board.lead(), board.players.len() as Seat);
        let place = |seat: Seat| (seat + count - lead) % count;
        let first = before.map_or(0, |seat| place(seat) + 1);
        let mut later = (first..count).map(|place| (lead + place) % count);
        later.find(|&seat| seat != self.seat && !board.is_out(seat))
    }

    /// Returns `true` where cards are chosen beside those of the opponents before this one.
    pub(crate) fn gathers(&self) -> bool {
        self.locals.goes_round && self.locals.opponent != self.behind(None) && {
            let opponents = self.scene.catalogue.opponents();
            opponents.about(self.program).part == Part::Gathered
        }
    }

    /// Runs an instruction for each opponent, in players' order from the active player on.
    fn for_each_opponent(&mut self, op: &Op) -> Flow {
        let now = self.locals.opponent.filter(|_| self.locals.goes_round);
        let mut next = now.or_else(|| self.behind(None));
        self.locals.goes_round = true;
        let mut flow = Flow::Next;
        while let Some(seat) = next {
            self.locals.opponent = Some(seat);
            let asked = self.answer.is_some();
            flow = self.op(op);
            if flow == Flow::Again {
                return flow;
            }
            next = self.behind(Some(seat));
            // What needs no answer is done for all of them at once (CR 11.4.3).
            let together = !asked && op.step().is_none_or(Step::is_plain);
            if next.is_some() && !together {
                self.locals.opponent = next;
                return Flow::Again;
            }
        }
        (self.locals.goes_round, self.locals.opponent) = (false, None);
        flow
    }
}
