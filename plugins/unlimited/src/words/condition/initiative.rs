//! The initiative of the ability's controller.

use super::prelude::*;

/// You have the initiative counter, taken or not (CR 1.12.2C).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative;

impl Word for Initiative {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.board.initiative == cx.seat && !scene.board.loose
    }

    phrase!(["you" {"have" / "do not have"} "the initiative"]);
}
