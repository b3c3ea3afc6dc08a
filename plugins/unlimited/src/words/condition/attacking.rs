//! The unit that attacks, in the attack under way.

use super::prelude::*;

/// This unit (for an upgrade: the attached unit) is attacking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attacking(pub Whom);

impl Word for Attacking {
    checked!(0: whom);

    fn text(&self, holds: bool, names: &Names) -> String {
        let is = either(holds, "is", "is not");
        format!("{} attacking", names.whom(&self.0).does(is, is))
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::ATTACK)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let attack = scene.board.attack().filter(|attack| attack.is_on());
        attack.is_some_and(|attack| attack.attacker == scene.first(&self.0, cx))
    }

    said!(at:
        [(whom: Object) "is attacking"] => Self(whom.0),
        ["attacking"] => Self(Whom::This),
    );
}
