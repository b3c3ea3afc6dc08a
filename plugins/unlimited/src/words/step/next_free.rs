//! Playing the next copy of a card for free.

use super::prelude::*;

/// Create a lasting effect: the next time you play a copy of this card this phase, you may play it for
/// free (CR 1.8.5, 8.5.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextFree(pub Whom);

impl Word for NextFree {
    checked!(0: whom);

    fn text(&self, names: &mut Names) -> String {
        let card = names.beside(&self.0).text;
        format!("the next time you play a copy of {card} this phase, you may play it for free")
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["the next time you play a copy of" (card: Object) "this phase , you may play it for free"] => Self(card.0),
    );
}

impl Does for NextFree {
    fn does(&self, run: &mut Run<'_>) {
        let card = run.scene.first(&self.0, &run.cx());
        if card.is_some() {
            run.propose(Proposal::new(Verb::FreeCopy, card, run.seat).by(run.source));
        }
    }
}
