//! The bounties of a unit are collected (CR 7.5.13D).

use super::prelude::*;

/// The Bounties of a unit are collected (CR 7.5.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Collect {
    /// The unit that has them.
    pub unit: Ref,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Await,
}

impl Procedure for Collect {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 7.5.13D: to collect a bounty is to resolve its ability; those of a unit wait together.
        Do(Step::Await),
    ]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        let (catalogue, unit) = (run.scene.catalogue, run.locals.unit);
        let (source, bounties) = run.scene.bounties(unit);
        bounties.for_each(|id| run.wait(catalogue.ability(id).program, source, unit));
        Flow::Next
    }
}
