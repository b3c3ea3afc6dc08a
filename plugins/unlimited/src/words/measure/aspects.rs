//! Different aspects.

use super::prelude::*;

/// Different aspects among the cards named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aspects(pub Whom);

impl Word for Aspects {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.whom(&self.0, scope, path);
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.aspects(&scene.named(&self.0, cx)).len() as i16
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.sees_all(text, &self.0)
    }

    phrase!(
        ["the number of different aspects of|among" (0: Object)]
        ["different aspect of|among" (0: Object)],
        at:
        ["for each different aspect of|among each" (what: Bare)] => Self(Whom::Each(what.0)),
        ["for each different aspect among" (what: Many)] => Self(Whom::Each(what.0)),
        ["for each different aspect" (whom: Object) "has"] => Self(whom.0),
    );
}
