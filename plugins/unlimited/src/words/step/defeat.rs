//! Defeating cards in play.

use super::prelude::*;

/// Defeat these cards, all at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defeat(pub Vec<Whom>);

impl Word for Defeat {
    checked!(0: whoms);

    phrase!(["defeat" (0: Targets)]);
}

impl Does for Defeat {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::Defeat);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.0)
    }
}
