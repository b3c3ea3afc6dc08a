//! Different keywords.

use super::prelude::*;
use crate::card;

/// How many different keywords these cards have together, whatever their numbers, costs and texts (CR
/// 7.5.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Keywords(pub Whom);

impl Word for Keywords {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let cards = scene.named(&self.0, cx);
        let cards = cards.iter().filter(|card| scene.is_current(**card));
        let all = cards.fold(card::Keywords::NONE, |all, card| all.with(scene.keywords(card.slot)));
        all.count().into()
    }

    phrase!(
        ["the number of different keywords of" (0: Object)]
        ["different keyword of" (0: Object)]
    );
}
