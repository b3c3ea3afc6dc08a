//! Using the Force (CR 8.37.4).

use super::prelude::*;

/// You use the Force: you defeat your Force token; "if you do" follows. Without one nothing happens
/// (CR 8.37.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UseTheForce;

impl Word for UseTheForce {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    phrase!(["use the Force"]);
}

impl Does for UseTheForce {
    fn does(&self, run: &mut Run<'_>) {
        if let Some(token) = run.scene.force(run.seat) {
            run.propose(Proposal::new(Verb::Defeat, token, run.seat));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.scene.force(run.seat).is_some()
    }
}
