//! A defeat by combat damage, and not by something else.

use super::prelude::*;

/// The unit was defeated by combat damage: it had no remaining HP once that was dealt (CR 6.3.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefeatedInCombat(pub Whom);

impl Word for DefeatedInCombat {
    checked!(0: whom);

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::LEFT)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let unit = scene.first(&self.0, cx);
        scene.left_play(unit).is_some_and(|departed| departed.in_combat)
    }

    phrase!([(0: Object) {"was" / "was not"} "defeated by combat damage"]);
}
