//! Drawing cards that are known.

use core::slice;

use super::prelude::*;

/// Draw these cards (from the deck, when they were looked at).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawCards(pub Whom);

impl Word for DrawCards {
    checked!(0: whom);

    phrase!(["draw" (0: Object)]);
}

impl Does for DrawCards {
    fn does(&self, run: &mut Run<'_>) {
        run.all(slice::from_ref(&self.0), Verb::Draw);
    }
}
