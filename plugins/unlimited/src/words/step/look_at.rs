//! Looking at cards.

use core::slice;

use super::prelude::*;

/// Look at these cards; nobody else does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAt(pub Whom);

impl Word for LookAt {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.0, *scope, path);
    }

    phrase!(["look at" (0: Target)]);
}

impl Does for LookAt {
    fn does(&self, run: &mut Run<'_>) {
        run.all(slice::from_ref(&self.0), Verb::Look);
    }
}
