//! Combat damage that the attacker has dealt to a base.

use super::prelude::*;
use crate::board::BaseDamage;

/// The attacker has dealt combat damage to a base during the attack under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseStruck;

impl Word for BaseStruck {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::WHOLE_ATTACK
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        scene.board.attack().is_some_and(|attack| attack.base_damage == BaseDamage::Combat)
    }

    phrase!(["the attacker" {"dealt" / "did not deal"} "combat damage to a base"], at:
        [(this: Object) "dealt combat damage to an opponent 's base"] if this.0 == Whom::This && !at.own => Self,
        [(unit: Object) "dealt combat damage to a base"] if unit.0 == Whom::Subject && !at.own => Self,
        [(this: Object) "deals|dealt combat damage to a base"] if this.0 == Whom::This => Self,
    );
}
