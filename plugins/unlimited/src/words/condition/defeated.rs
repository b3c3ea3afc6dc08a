//! Units that were defeated just now, by the same text.

use super::prelude::*;

/// One of these units was defeated: "if it is defeated this way" after damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defeated(pub Whom);

impl Word for Defeated {
    checked!(0: whom);

    fn text(&self, holds: bool, names: &Names) -> String {
        let was = either(holds, "was", "was not");
        let were = either(holds, "were", "were not");
        format!("{} defeated this way", names.whom(&self.0).does(was, were))
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::LEFT)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.named(&self.0, cx).iter().any(|card| scene.was_defeated(*card))
    }

    said!(at:
        [(whom: Object) "is|was|were|'s defeated this way"] => Self(whom.0),
        ["a unit is defeated this way"] => at.topic.clone().filter(|whom| at.chosen().contains(whom)).map(Self),
    );
}
