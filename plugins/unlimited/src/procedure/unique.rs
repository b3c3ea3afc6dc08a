//! The uniqueness rule: of copies of a unique card all but one are defeated (CR 8.29.3).

use super::prelude::*;
use crate::options::copies;

/// The rule about unique cards (CR 8.29.3): a player with two copies defeats one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unique {
    /// A copy that is in play; the player has at least one more.
    pub of: Ref,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    DefeatCopy,
}

impl Procedure for Unique {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 8.29.3: their controller chooses which.
        Do(Step::DefeatCopy),
    ]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        match run.answer.take() {
            Some(Choice::Card(slot)) => {
                run.propose(Proposal::new(Verb::Defeat, run.scene.reference(slot), run.seat));
                Flow::Then
            }
            Some(_) => Flow::Next,
            None => run.ask(run.seat, Prompt::Unique),
        }
    }

    fn options(&self, _: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        out.extend(copies(&offer.scene, self.of.slot).map(Choice::Card));
    }
}
