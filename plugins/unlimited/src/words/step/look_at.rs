//! Looking at cards.

use core::slice;

use super::prelude::*;

/// Look at these cards; nobody else does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAt(pub Whom);

impl Word for LookAt {
    checked!(0: whom);

    phrase!(["look at" (0: Target)]);
}

impl Does for LookAt {
    fn does(&self, run: &mut Run<'_>) {
        run.all(slice::from_ref(&self.0), Verb::Look);
    }
}
