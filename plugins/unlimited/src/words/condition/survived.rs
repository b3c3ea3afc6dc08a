//! A unit that has survived its attack.

use super::prelude::*;

/// It is still in play: "if this unit survived" after its attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survived(pub Whom);

impl Word for Survived {
    checked!(0: whom);

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::LEFT)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.in_play(scene.first(&self.0, cx)).is_some()
    }

    phrase!([(0: Object) {"survived" / "did not survive"}]);
}
