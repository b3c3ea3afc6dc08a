//! Exhausting cards.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::Verb;
use crate::reader::{Targets, said};
use crate::text::names::Names;
use crate::vocabulary::Whom;

/// Exhaust.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exhaust(pub Vec<Whom>);

impl Word for Exhaust {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whoms(&self.0, *scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        format!("exhaust {}", names.whoms(&self.0).text)
    }
}

impl Does for Exhaust {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::Exhaust);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        self.0 != [Whom::This]
            || run.scene.in_play(run.source).is_some_and(|card| !card.is_exhausted())
    }
}

said!(Exhaust, at:
    ["exhaust" (what: Targets)] if !at.chose_resources() => Self(what.0),
);
