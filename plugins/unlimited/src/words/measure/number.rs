//! The number the step before fixed.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;

/// The number the step before fixed: damage healed, cards discarded, resources paid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number;

impl Word for Number {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.after || scope.number, path, "expected a step before");
    }

    fn noun(&self, _: &Names) -> String {
        "that number".to_owned()
    }

    fn each(&self, names: &Names) -> String {
        names.number.to_owned()
    }

    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    fn amount(&self, _: &Scene<'_>, cx: &Context<'_>) -> i16 {
        cx.locals.map_or(0, |locals| locals.number)
    }
}
