//! Power of units defeated just now.

use super::prelude::*;

/// The power that those of these units had which were defeated, summed: "the combined power of the
/// defeated units".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefeatedPower(pub Whom);

impl Word for DefeatedPower {
    checked!(0: whom);

    fn noun(&self, _: &Names) -> String {
        "the combined power of the units defeated this way".to_owned()
    }

    fn each(&self, names: &Names) -> String {
        format!("point of {}", self.noun(names))
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::LEFT)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let units = scene.named(&self.0, cx);
        let defeated = units.iter().filter(|card| scene.was_defeated(**card));
        defeated.map(|&card| scene.power(card)).sum()
    }

    said!(at:
        ["equal to the combined power of the units defeated this way"] => at.chosen().first().cloned().map(Self),
        ["equal to the combined power of the defeated units"] => at.chosen().first().cloned().map(Self),
    );
}
