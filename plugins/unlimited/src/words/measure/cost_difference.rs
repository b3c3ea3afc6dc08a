//! Costs that differ.

use super::prelude::*;

/// The difference of the printed costs of two cards, from 0; 0 where there are not two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostDifference(pub Whom);

impl Word for CostDifference {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let cost = |card| i16::from(scene.known(&self.0, card).definition.cost);
        match scene.named(&self.0, cx)[..] {
            [one, other] => (cost(one) - cost(other)).abs(),
            _ => 0,
        }
    }

    phrase!(
        ["the difference between the costs of" (0: Object)]
        ["point of the difference between the costs of" (0: Object)]
    );
}
