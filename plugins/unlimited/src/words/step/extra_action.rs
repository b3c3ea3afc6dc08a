//! One more action in the same turn.

use super::prelude::*;

/// You take one more action after this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtraAction;

impl Word for ExtraAction {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    phrase!(["take one more action after this one"], at:
        ["take an extra action after this one"] => Self,
    );
}

impl Does for ExtraAction {
    fn does(&self, run: &mut Run<'_>) {
        run.propose(Proposal::new(Verb::ExtraAction, Ref::NONE, run.seat));
    }
}
