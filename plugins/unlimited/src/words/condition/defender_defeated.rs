//! Defending units that were defeated.

use super::prelude::*;

/// The defending unit was defeated during this attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefenderDefeated;

impl Word for DefenderDefeated {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn text(&self, holds: bool, _: &Names) -> String {
        format!("the defender {} defeated", either(holds, "was", "was not"))
    }

    fn reads(&self) -> Reads {
        Reads::WHOLE_ATTACK
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        scene.board.attack().is_some_and(|attack| attack.defender_defeated)
    }

    said!(at:
        ["the defender|defending unit? was defeated"] => Self,
    );
}
