//! Captured units that are rescued (CR 8.33.3).

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::Verb;
use crate::reader::{Targets, said};
use crate::text::names::Names;
use crate::vocabulary::Whom;

/// Rescue captured cards: they enter play again, exhausted (CR 8.33.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rescue(pub Vec<Whom>);

impl Word for Rescue {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whoms(&self.0, *scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        format!("rescue {}", names.whoms(&self.0).text)
    }
}

impl Does for Rescue {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::Rescue);
    }
}

said!(Rescue, at:
    ["rescue" (what: Targets)] => Self(what.0),
);
