//! The keyword Restore (CR 7.5.9).

use super::prelude::*;

/// The keyword Restore (CR 7.5.9), as it resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Restore {
    /// Damage that is healed.
    pub points: i16,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    HealBase,
}

impl Procedure for Restore {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 7.5.9
        Do(Step::HealBase),
    ]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        let heal = Proposal::new(Verb::Heal, run.base(run.seat), run.seat);
        run.propose(heal.amount(run.locals.points).by(run.source));
        Flow::Then
    }
}
