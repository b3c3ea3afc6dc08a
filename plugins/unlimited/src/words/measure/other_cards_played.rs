//! Cards that were played this phase.

use super::prelude::*;

/// Other cards you played this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherCardsPlayed;

impl Word for OtherCardsPlayed {
    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.played(cx.seat, &Filter::default(), true, cx).into()
    }

    phrase!(
        ["the number of other cards you played this phase"]["other card you played this phase"]
    );
}
