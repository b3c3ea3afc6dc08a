//! The initiative, taken by somebody this phase.

use super::prelude::*;

/// A player has taken the initiative this phase (CR 1.15.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InitiativeTaken;

impl Word for InitiativeTaken {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        // It is taken in the action phase and no other.
        scene.board.taken && scene.board.phase == Phase::Action
    }

    phrase!([{"a" / "no"} "player has taken the initiative this phase"]);
}
