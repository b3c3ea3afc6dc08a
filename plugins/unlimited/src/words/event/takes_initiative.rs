//! The initiative being taken (CR 1.15.5).

use super::prelude::*;

/// The initiative is taken by that player (CR 1.15.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TakesInitiative(pub Who);

impl Word for TakesInitiative {
    checked!(0: who);

    fn facts(&self) -> u32 {
        facts::INITIATIVE_TAKEN
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let takes = || by.scene.seats(self.0, &by.cx()).contains(&by.fact.what.seat);
        by.met(by.verb() == Verb::TakeInitiative && takes())
    }

    phrase!([{0: "take" / "takes"} "the initiative"]);
}
