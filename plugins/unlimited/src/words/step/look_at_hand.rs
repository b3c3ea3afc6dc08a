//! Looking at a hand.

use super::prelude::*;

/// Look at a player's hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAtHand(pub Who);

impl Word for LookAtHand {
    checked!(0: who);

    phrase!(["look at" (0: Owner) "hand"]);
}

impl Does for LookAtHand {
    fn does(&self, run: &mut Run<'_>) {
        for seat in run.scene.seats(self.0, &run.cx()) {
            run.show_hand(seat, Verb::Look);
        }
    }
}
