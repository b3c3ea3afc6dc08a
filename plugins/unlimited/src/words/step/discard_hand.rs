//! Discarding a whole hand.

use super::prelude::*;

/// Discard a whole hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscardHand(pub Who);

impl Word for DiscardHand {
    checked!(0: who);

    fn text(&self, names: &mut Names) -> String {
        names.number = "card discarded";
        let whose = if self.0 == Who::You { "your" } else { "their" };
        format!("{} {whose} hand", names.does(self.0, "discard", "discards"))
    }

    fn is_told(&self) -> bool {
        self.0 == Who::You
    }

    said!(at:
        ["discard your hand"] => { at.names.number = "card discarded"; Self(Who::You) },
        [(who: Player) "discards their hand"] => { at.names.number = "card discarded"; Self(who.0) },
    );
}

impl Does for DiscardHand {
    fn does(&self, run: &mut Run<'_>) {
        for seat in run.scene.seats(self.0, &run.cx()) {
            for &slot in &run.scene.board.players[usize::from(seat)].hand {
                run.propose(Proposal::new(Verb::Discard, run.scene.reference(slot), seat));
            }
        }
    }

    /// Without cards the hand counts as discarded (CR 1.14.6).
    const DONE_IN_VAIN: bool = true;
}
