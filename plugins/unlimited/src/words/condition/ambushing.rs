//! Attacks using Ambush.

use super::prelude::*;

/// The attack under way is made using Ambush (CR 7.5.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ambushing;

impl Word for Ambushing {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::ATTACK
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        scene.board.attack().is_some_and(|attack| attack.is_on() && attack.ambush)
    }

    phrase!([{"a" / "no"} "unit is attacking using Ambush"]);
}
