//! Damage that a unit has dealt to a base in the course of its attack.

use super::prelude::*;
use crate::board::BaseDamage;

/// The attack that was over last was this unit's, and the unit has dealt damage to a base meanwhile,
/// in combat or by an ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DamagedBase(pub Whom);

impl Word for DamagedBase {
    checked!(0: whom);

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::ATTACK_ENDS)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let (over, unit) = (scene.board.over, scene.first(&self.0, cx));
        unit.is_some() && over.attacker == unit && over.base_damage != BaseDamage::None
    }

    phrase!([(0: Object) {"damaged" / "did not damage"} "a base during that attack"], at:
        ["that unit damaged a base"] if at.chosen().contains(&Whom::It) => Self(Whom::It),
    );
}
