//! Taking control of cards (CR 8.27).

use super::prelude::*;

/// Take control (CR 8.27).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TakeControl {
    /// The cards that change their controller.
    pub what: Whom,
    /// The player who takes control; you, when left out.
    #[serde(default = "you")]
    pub who: Who,
}

impl Word for TakeControl {
    checked!(what: whom, who: who);

    fn text(&self, names: &mut Names) -> String {
        let what = names.whom(&self.what).text;
        format!("{} control of {what}", names.does(self.who, "take", "takes"))
    }

    fn is_told(&self) -> bool {
        self.who == Who::You
    }

    said!(at:
        ["take control of" (what: Target)] => Self { what: what.0, who: Who::You },
        [(who: Player) "takes control of" (what: Target)] => Self { what: what.0, who: who.0 },
    );
}

impl Does for TakeControl {
    fn does(&self, run: &mut Run<'_>) {
        let mut cards = Refs::new();
        run.scene.whom(&self.what, &run.cx(), &mut cards);
        for card in cards {
            let seat = match self.who {
                Who::OwnerOfIt => run.scene.card(card.slot).owner,
                who => run.scene.seat(who, &run.cx()),
            };
            // Whoever takes a resource picks a ready one.
            let ready = self.who == Who::You && run.scene.card(card.slot).zone == Zone::Resources;
            run.propose(Proposal::new(Verb::TakeControl, card, seat).ready(ready));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(core::slice::from_ref(&self.what))
    }
}
