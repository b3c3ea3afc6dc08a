//! Putting cards on the bottom of decks.

use super::prelude::*;

/// Put on the bottom of their owner's deck in a random order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToBottom(pub Vec<Whom>);

impl Word for ToBottom {
    checked!(0: whoms);

    fn text(&self, names: &mut Names) -> String {
        let cards = names.whoms(&self.0);
        let order = if cards.many { " in a random order" } else { "" };
        let deck = owners(&cards, "deck");
        format!("put {} on the bottom of {deck}{order}", cards.text)
    }

    said!(at:
        ["put" (what: Targets) "on the bottom of its|their owner|owners 's deck|decks"] => Self(what.0),
        ["put" (what: Object) "on the bottom of that deck"] if what.0 == Whom::It && at.names.seen().0 == "card" => Self(vec![what.0]),
        ["put" (what: Object) "on the bottom of that deck in a random order"] if what.0 == Whom::It && at.names.seen().0 == "card" => Self(vec![what.0]),
        ["put" (what: Targets) "on the bottom of your deck"] if at.is_yours(&what.0) => Self(what.0),
        ["put" (what: Targets) "on the bottom of your deck in a random order"] if at.is_yours(&what.0) => Self(what.0),
        ["put" (what: Targets) "on the bottom of its|their owner|owners 's deck|decks in a random order"] => Self(what.0),
    );
}

impl Does for ToBottom {
    fn does(&self, run: &mut Run<'_>) {
        let mut cards = Refs::new();
        for whom in &self.0 {
            run.scene.whom(whom, &run.cx(), &mut cards);
        }
        run.put_on_bottom(&mut cards);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.0)
    }
}
