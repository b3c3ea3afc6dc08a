//! The different aspects of cards.

use super::prelude::*;

/// Different aspects among the cards named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aspects(pub Whom);

impl Word for Aspects {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.aspects(&scene.named(&self.0, cx)).len() as i16
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
