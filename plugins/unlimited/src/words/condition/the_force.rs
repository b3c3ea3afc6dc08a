//! Having the Force (CR 8.37.3).

use super::prelude::*;

/// The Force is with you: you control your Force token (CR 8.37.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TheForce;

impl Word for TheForce {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn text(&self, holds: bool, _: &Names) -> String {
        format!("the Force {} with you", either(holds, "is", "is not"))
    }

    fn reads(&self) -> Reads {
        Reads::PLAY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.force(cx.seat).is_some()
    }
}

said!(TheForce, at:
    ["the force is with you"] => Self,
);
