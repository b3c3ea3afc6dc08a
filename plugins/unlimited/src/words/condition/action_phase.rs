//! The action phase.

use super::prelude::*;

/// The action phase is under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionPhase;

impl Word for ActionPhase {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        scene.board.phase == Phase::Action
    }

    phrase!(["the action phase" {"is" / "is not"} "under way"]);
}
