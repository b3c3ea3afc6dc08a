//! Attacks on a base.

use super::prelude::*;

/// The attack under way is on a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackingBase;

impl Word for AttackingBase {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::ATTACK
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        scene.board.attack().is_some_and(|attack| attack.is_on() && attack.base)
    }

    phrase!([{"a" / "no"} "base is being attacked"]);
}
