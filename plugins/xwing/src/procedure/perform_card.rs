//! The action of a card is performed (RR "Actions").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use crate::advance::Run;
use crate::proposal::{Proposal, Verb};

#[derive(Clone, Copy)]
enum Step {
    Resolve,
    Finish,
}

const PERFORM_CARD: Procedure<Step> = Procedure::new(&[
    // RR "Actions": what stands behind "Action:" is resolved.
    Do(Step::Resolve),
    // Only now come abilities after the ship performs an action.
    Do(Step::Finish),
]);

impl Run<'_> {
    pub(super) fn perform_card(&mut self, card: Slot, id: u16) -> Flow {
        let ship = self.ship();
        PERFORM_CARD.steps(self.frame.at, self, |run, step| {
            match step {
                Step::Resolve => {
                    run.propose(Proposal::new(Verb::PerformCard(id), ship).card(card));
                    run.begin_chosen(card, id, run.frame.seat, ship);
                }
                Step::Finish => {
                    run.propose(Proposal::new(Verb::PerformedCard, ship).card(card));
                }
            }
            Flow::Next
        })
    }
}
