//! Revealing cards to all players.

use core::slice;

use super::prelude::*;

/// Reveal these cards to all players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reveal(pub Whom);

impl Word for Reveal {
    checked!(0: whom);

    phrase!(["reveal" (0: Target)]);
}

impl Does for Reveal {
    fn does(&self, run: &mut Run<'_>) {
        run.all(slice::from_ref(&self.0), Verb::Reveal);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        self.0 != Whom::This || run.scene.is_current(run.source)
    }
}
