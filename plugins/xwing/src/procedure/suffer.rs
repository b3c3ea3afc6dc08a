//! A ship suffers damage, point by point (RR "Damage").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::{Do, Jump, Label, Unless};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::{Entry, Frame, Stack};
use serde::{Deserialize, Serialize};

use super::Task;
use crate::advance::Run;
use crate::choice::XWing;
use crate::locals::{Locals, Work};
use crate::program::FIRST_ABILITY;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Damage;

/// Damage that a ship suffers in one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suffering {
    /// Hit damage that is still to be suffered.
    pub hits: u8,
    /// Critical damage that is still to be suffered.
    pub crits: u8,
    /// The one that is being suffered.
    pub point: Option<Damage>,
}

#[derive(Clone, Copy)]
enum Step {
    Suffer,
    TakePoint,
    LoseShieldOrDealCard,
}

#[derive(Clone, Copy)]
enum Test {
    /// It was not replaced or prevented.
    Happened,
    MoreIsLeft,
}

const SUFFER: Procedure<Step, Test> = Procedure::new(&[
    // All of it is one event, which can be replaced or prevented.
    Do(Step::Suffer),
    Unless(Test::Happened, "end"),
    // RR "Damage": one after another, all hit damage before critical damage.
    Label("point"),
    Unless(Test::MoreIsLeft, "end"),
    Do(Step::TakePoint),
    Unless(Test::Happened, "point"),
    // RR "Damage": an active shield is lost; without one a damage card is dealt, facedown for
    // hit damage, faceup for critical damage.
    Do(Step::LoseShieldOrDealCard),
    Jump("point"),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn suffer(&mut self, suffering: Suffering) -> Flow {
        if !self.is_there() {
            return Flow::End;
        }
        let Suffering { hits, crits, point } = suffering;
        let ship = self.ship();
        let holds = |run: &Self, test| match test {
            Test::Happened => run.frame.locals.did,
            Test::MoreIsLeft => hits + crits > 0,
        };
        SUFFER.run(self.frame.at, self, holds, |run, step| match step {
            Step::Suffer => {
                run.does(Verb::Suffer(hits, crits), ship);
                Flow::Next
            }
            Step::TakePoint => {
                let point = if hits > 0 { Damage::Hit } else { Damage::Crit };
                let (hits, crits) = if hits > 0 { (hits - 1, crits) } else { (0, crits - 1) };
                let left = Suffering { hits, crits, point: Some(point) };
                run.frame.locals.work = Work::Procedure(Task::Suffer(left));
                run.does(Verb::Damage(point), ship);
                Flow::Next
            }
            Step::LoseShieldOrDealCard => match point {
                Some(point) => run.lose_shield_or_deal_card(ship, point),
                None => run.broken("damage that is suffered is hit or critical damage"),
            },
        })
    }

    fn lose_shield_or_deal_card(&mut self, ship: Slot, point: Damage) -> Flow {
        if self.scene.ship(ship).shields > 0 {
            self.does(Verb::LoseShield, ship);
        } else if let Some(card) = self.top(ship) {
            let faceup = point == Damage::Crit;
            self.propose(Proposal::new(Verb::Deal { faceup }, ship).card(card));
        } else {
            return self.broken("a damage deck is never empty");
        }
        self.does(Verb::Suffered(point), ship);
        Flow::Next
    }
}

/// A program that collects does so from here on; damage that an ability deals does not.
pub(crate) fn enters(stack: &Stack<XWing>, frame: &mut Frame<Locals>) {
    let suffers = matches!(frame.locals.work, Work::Procedure(Task::Suffer(_)));
    if suffers && is_resolving(stack) {
        frame.collects = None;
    } else if frame.collects.is_some() {
        frame.collects = Some(stack.collection());
    }
}

/// Tells whether an ability is being resolved: what damage sets off waits until that is done.
fn is_resolving(stack: &Stack<XWing>) -> bool {
    let collecting = stack.entries.iter().rev().find_map(|entry| match entry {
        Entry::Frame(frame) if frame.collects.is_some() => Some(frame.program),
        _ => None,
    });
    collecting.is_some_and(|program| program >= FIRST_ABILITY)
}
