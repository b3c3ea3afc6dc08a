//! The number of a unit's Raid.

use super::prelude::*;

/// The sum of a unit's Raid (CR 7.5.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Raid(pub Whom);

impl Word for Raid {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn card(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let unit = scene.first(&self.0, cx);
        scene.unit(unit).map_or(0, |_| scene.stats(unit.slot).raid.into())
    }

    phrase!([(0: Its) "Raid"] ["point of" (0: Its) "Raid"]);
}
