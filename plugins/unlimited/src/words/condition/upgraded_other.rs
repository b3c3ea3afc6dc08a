//! Upgrades that were played on other units.

use super::prelude::*;

/// You have played an upgrade this phase on a friendly unit other than this one, whatever has become of
/// either since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpgradedOther(pub Whom);

impl Word for UpgradedOther {
    checked!(0: whom);

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let this = scene.first(&self.0, cx);
        let played = scene.board.players[usize::from(cx.seat)].phase.played;
        played.this_phase().iter().any(|card| card.on_own.is_some() && card.on_own != this)
    }

    phrase!(
        ["you" {"have" / "have not"} "played an upgrade this phase on a friendly unit other than" (0: Object)]
    );
}
