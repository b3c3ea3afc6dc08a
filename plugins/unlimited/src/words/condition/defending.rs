//! The unit that defends, in the attack under way.

use super::prelude::*;

/// It is the defending unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defending(pub Whom);

impl Word for Defending {
    checked!(0: whom);

    fn text(&self, holds: bool, names: &Names) -> String {
        let is = either(holds, "is", "is not");
        format!("{} defending", names.whom(&self.0).does(is, is))
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::ATTACK)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let attack = scene.board.attack().filter(|attack| attack.is_on());
        attack.is_some_and(|attack| attack.defends(scene.first(&self.0, cx)))
    }

    said!(at:
        [(whom: Object) "is defending"] => Self(whom.0),
        ["defending"] => Self(Whom::This),
    );
}
