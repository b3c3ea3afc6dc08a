//! Looking at a hand.

use super::prelude::*;

/// Look at a player's hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAtHand(pub Who);

impl Word for LookAtHand {
    checked!(0: who);

    fn text(&self, names: &mut Names) -> String {
        format!("look at {} hand", names.possessive(self.0))
    }

    said!(at:
        ["look at" (whose: Owner) "hand"] => { at.looked = Some(whose.0).filter(|_| !at.own); Self(whose.0) },
    );
}

impl Does for LookAtHand {
    fn does(&self, run: &mut Run<'_>) {
        for seat in run.scene.seats(self.0, &run.cx()) {
            run.show_hand(seat, Verb::Look);
        }
    }
}
