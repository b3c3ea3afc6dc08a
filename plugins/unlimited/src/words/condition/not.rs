//! The opposite of a condition.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Condition, Word};
use crate::library::{Check, Scope};
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;
use crate::view::{Text, View};

/// Not so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Not(pub Box<Condition>);

impl Word for Not {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        self.0.word().check(check, scope, &path.argument(0, "Not"));
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        self.0.word().text(!holds, names)
    }

    fn reads(&self) -> Reads {
        self.0.word().reads()
    }

    fn reads_computed(&self) -> bool {
        self.0.word().reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        !self.0.holds(scene, cx)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.0.word().is_known(view, text)
    }
}
