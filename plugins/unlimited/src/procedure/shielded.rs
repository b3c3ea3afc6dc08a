//! The keyword Shielded (CR 7.5.12).

use super::prelude::*;
use crate::vocabulary::Token;

/// The keyword Shielded (CR 7.5.12), as it resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shielded;

#[derive(Clone, Copy)]
pub(crate) enum Step {
    GiveShield,
}

impl Procedure for Shielded {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 7.5.12
        Do(Step::GiveShield),
    ]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        run.propose(Proposal::new(Verb::Give(Token::Shield), run.source, run.seat).amount(1));
        Flow::Then
    }
}
