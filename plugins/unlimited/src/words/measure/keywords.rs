//! The different keywords of cards.

use super::prelude::*;
use crate::card;

/// The number of different keywords that these cards have together, whatever their numbers, costs
/// and texts (CR 7.5.1).
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

    fn noun(&self, names: &Names) -> String {
        match &self.0 {
            Whom::Each(what) => {
                let among = Description::new(what, names).many();
                format!("the number of different keywords among {among}")
            }
            one => format!("the number of different keywords of {}", names.whom(one).text),
        }
    }

    fn each(&self, names: &Names) -> String {
        let noun = self.noun(names);
        noun.replacen("the number of different keywords", "different keyword", 1)
    }

    said!(at:
        ["equal to the number of different keywords of" (whom: Object)] => Self(whom.0),
        ["equal to the number of different keywords among" (what: Many)] => Self(Whom::Each(what.0)),
        ["for each different keyword of" (whom: Object)] => Self(whom.0),
        ["for each different keyword among" (what: Many)] => Self(Whom::Each(what.0)),
    );
}
