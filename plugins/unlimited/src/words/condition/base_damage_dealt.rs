//! Damage dealt to a base this phase.

use super::prelude::*;

/// You dealt at least this much damage to an enemy base this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseDamageDealt(pub u8);

impl Word for BaseDamageDealt {
    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.expect(self.0 > 0, path, "expected a number above 0");
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.board.players[usize::from(cx.seat)].phase.base_damage >= self.0
    }

    phrase!(["you" {"dealt" / "have not dealt"} (0: Number) "or more damage to an enemy base this phase"], at:
        ["you dealt damage to an enemy base this phase"] => Self(1),
        ["you 've dealt damage to an enemy base this phase"] => Self(1),
        ["you've dealt damage to an enemy base this phase"] => Self(1),
        ["you 've dealt" (least: Number) "or more damage to an enemy base this phase"] => Self(least.0),
        ["you've dealt" (least: Number) "or more damage to an enemy base this phase"] => Self(least.0),
    );
}
