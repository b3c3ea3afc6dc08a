//! Readying units and other cards.

use super::prelude::*;

/// Ready these cards, all at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ready(pub Vec<Whom>);

impl Word for Ready {
    checked!(0: whoms);

    fn text(&self, names: &mut Names) -> String {
        format!("ready {}", names.whoms(&self.0).text)
    }

    said!(at:
        ["ready" (what: Targets)] if !at.chose_resources() => Self(what.0),
    );
}

impl Does for Ready {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::Ready);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.0)
    }
}
