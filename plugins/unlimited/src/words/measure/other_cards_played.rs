//! Cards that were played this phase.

use super::prelude::*;

/// Other cards you played this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherCardsPlayed;

impl Word for OtherCardsPlayed {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn noun(&self, _: &Names) -> String {
        "the number of other cards you played this phase".to_owned()
    }

    fn each(&self, _: &Names) -> String {
        "other card you played this phase".to_owned()
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.played(&Filter::default(), true, cx).into()
    }
}

said!(OtherCardsPlayed, at:
    ["equal to the number of other cards you played this phase"] => Self,
    ["for each other card you played this phase"] => Self,
);
