//! Returning cards to hands.

use super::prelude::*;

/// Return to their owners' hands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToHand(pub Vec<Whom>);

impl Word for ToHand {
    checked!(0: whoms);

    fn text(&self, names: &mut Names) -> String {
        let cards = names.whoms(&self.0);
        let hand = owners(&cards, "hand");
        format!("return {} to {hand}", cards.text)
    }

    said!(at:
        ["return" (what: Targets) "to its|his|her|their owner|owners 's hand|hands"] => Self(what.0),
        ["return" (what: Targets) "to your hand"] if at.is_yours(&what.0) => Self(what.0),
    );
}

impl Does for ToHand {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::ToHand);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.0)
    }
}
