//! Having survived.

use super::prelude::*;

/// It is still in play: "if this unit survived" after its attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survived(pub Whom);

impl Word for Survived {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.whom(&self.0, scope, path);
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let whom = names.whom(&self.0).text;
        if holds { format!("{whom} survived") } else { format!("{whom} did not survive") }
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::LEFT)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.in_play(scene.first(&self.0, cx)).is_some()
    }
}

said!(Survived, at:
    [(whom: Object) "survived"] => Self(whom.0),
);
