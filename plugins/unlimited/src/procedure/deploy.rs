//! A leader is deployed (CR 3.4.4), also as an upgrade (CR 3.4.4A).

use super::prelude::*;

/// A leader is deployed as an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deploy {
    /// The leader that is deployed.
    pub leader: Ref,
    /// The unit it attaches to, once that is chosen.
    pub host: Ref,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    ChooseHost,
    Deploy,
}

impl Procedure for Deploy {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 3.4.4A
        Do(Step::ChooseHost),
        Do(Step::Deploy),
    ]);

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        match (step, run.answer.take()) {
            (Step::Deploy, _) => {
                let Self { leader, host } = *run.locals;
                run.deploy(Proposal::new(Verb::Deploy, leader, run.seat).onto(host));
            }
            (Step::ChooseHost, Some(Choice::Card(slot))) => {
                run.locals.host = run.scene.reference(slot);
            }
            (Step::ChooseHost, _) => return run.ask(run.seat, Prompt::Host),
        }
        Flow::Then
    }

    fn options(&self, _: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        offer.hosts(self.leader.slot, out);
    }
}

impl<L> Run<'_, L> {
    /// A leader is deployed, by its Epic Action (CR 3.4.4).
    pub(super) fn deploy(&mut self, how: Proposal) {
        self.propose(Proposal::new(Verb::UseEpic, how.subject, how.seat));
        self.propose(how);
    }
}
