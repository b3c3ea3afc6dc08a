//! The initiative.

use super::prelude::*;

/// You have the initiative counter, taken or not (CR 1.12.2C).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative;

impl Word for Initiative {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn text(&self, holds: bool, _: &Names) -> String {
        format!("you {} the initiative", either(holds, "have", "do not have"))
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.board.initiative == cx.seat
    }
}

said!(Initiative, at:
    ["you have the initiative"] => Self,
);
