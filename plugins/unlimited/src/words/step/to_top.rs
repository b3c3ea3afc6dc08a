//! Putting a card on top of a deck.

use super::prelude::*;

/// Put on top of its owner's deck: one card, since the order of several would be open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToTop(pub Whom);

impl Word for ToTop {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.0, *scope, path);
        check.expect(!matches!(self.0, Whom::Each(_)), path, "expected one card");
    }

    fn text(&self, names: &mut Names) -> String {
        let card = names.whom(&self.0);
        format!("put {} on top of {}", card.text, owners(&card, "deck"))
    }

    said!(at:
        ["put" (what: Target) "on the? top of its owner 's deck"] if !at.names.whom(&what.0).many => Self(what.0),
        ["put" (what: Target) "on top of their owners 's decks"] if at.own && at.names.whom(&what.0).many => Self(what.0),
        ["return|put" (what: Target) "to|on the? top of your deck"]
            if at.is_yours(core::slice::from_ref(&what.0)) && !at.names.whom(&what.0).many => Self(what.0),
    );
}

impl Does for ToTop {
    fn does(&self, run: &mut Run<'_>) {
        run.all(core::slice::from_ref(&self.0), Verb::ToTop);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(core::slice::from_ref(&self.0))
    }
}
