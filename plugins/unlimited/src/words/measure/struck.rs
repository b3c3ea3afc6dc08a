//! Combat damage to a base.

use super::prelude::*;

/// The combat damage that the attacker has dealt to a base during the attack under way (CR 6.3.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Struck;

impl Word for Struck {
    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::WHOLE_ATTACK
    }

    fn amount(&self, scene: &Scene<'_>, _: &Context<'_>) -> i16 {
        scene.board.attack().map_or(0, |attack| attack.base_combat.into())
    }

    phrase!(
        ["the combat damage the attacker dealt to a base"]
        ["combat damage the attacker dealt to a base"],
        at:
        ["equal to the amount of combat damage dealt to a base this attack"] => Self,
    );
}
