//! Upgrades on a unit.

use super::prelude::*;

/// The number of upgrades on a unit; on one that has left play, as it did so (CR 8.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upgrades(pub Whom);

impl Word for Upgrades {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::PLAY)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let unit = scene.first(&self.0, cx);
        let there = scene.unit(unit).map(|_| scene.stats(unit.slot));
        let stats = there.or_else(|| scene.left_play(unit).map(|departed| &departed.stats));
        stats.map_or(0, |stats| stats.upgrades.into())
    }

    phrase!(
        ["the number of upgrades that were on" (0: Object)]
        ["upgrade that was on" (0: Object)]
    );
}
