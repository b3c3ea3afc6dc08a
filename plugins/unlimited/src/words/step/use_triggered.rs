//! Using triggered abilities outside of their triggers (CR 7.6.17).

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::reader::{Object, said};
use crate::text::names::Names;
use crate::vocabulary::{Timing, Whom};

/// Use all triggered abilities of this kind that a unit has, or had when it left play, in any order
/// (CR 7.6.17).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UseTriggered {
    /// Which.
    pub timing: Timing,
    /// Of which unit.
    pub of: Whom,
}

impl Word for UseTriggered {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.of, *scope, &path.to("of"));
    }

    fn text(&self, names: &mut Names) -> String {
        let of = names.whom(&self.of).text;
        format!("use all \"{}\" abilities of {of} again", self.timing.name())
    }
}

impl Does for UseTriggered {
    fn does(&self, run: &mut Run<'_>) {
        let unit = run.scene.first(&self.of, &run.cx());
        let (source, abilities) = run.scene.triggered(unit);
        let catalogue = run.scene.catalogue;
        let abilities = abilities.map(|id| catalogue.ability(id));
        let used = abilities.filter(|compiled| self.timing.is(&compiled.ability));
        used.for_each(|compiled| run.wait(compiled.program, source, unit));
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let (_, mut abilities) = run.scene.triggered(run.scene.first(&self.of, &run.cx()));
        abilities.any(|id| self.timing.is(&run.scene.catalogue.ability(id).ability))
    }
}

said!(UseTriggered, at:
    ["use all" (timing: Timing) "abilities of" (of: Object) "again"] => Self { timing, of: of.0 },
    ["use all of its" (timing: Timing) "abilities again"] => {
        at.topic.clone().map(|of| Self { timing, of })
    },
);
