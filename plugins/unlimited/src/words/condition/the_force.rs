//! Having the Force (CR 8.37.3).

use super::prelude::*;

/// The Force is with you: you control your Force token (CR 8.37.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TheForce;

impl Word for TheForce {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::PLAY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.force(cx.seat).is_some()
    }

    phrase!(["the Force" {"is" / "is not"} "with you"]);
}
