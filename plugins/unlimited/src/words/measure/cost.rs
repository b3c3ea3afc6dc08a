//! The printed cost of cards.

use super::prelude::*;

/// Printed cost, summed over the cards named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost(pub Whom);

impl Word for Cost {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn noun(&self, names: &Names) -> String {
        let whom = names.whom(&self.0);
        whom.possessive(if whom.many { "combined cost" } else { "cost" })
    }

    fn each(&self, names: &Names) -> String {
        format!("point of {}", names.whom(&self.0).possessive("cost"))
    }

    fn card(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let cost = |&card| i16::from(scene.known(&self.0, card).definition.cost);
        scene.named(&self.0, cx).iter().map(cost).sum()
    }

    said!(at:
        ["equal to" (whose: Its) "combined? cost"] => Self(whose.0),
        ["equal to the cost of" (whom: Object)] => Self(whom.0),
        ["for each point of" (whose: Its) "cost"] => Self(whose.0),
    );
}
