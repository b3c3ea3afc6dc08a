//! How many cards fit.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::view::{Text, View};
use crate::vocabulary::Filter;

/// How many cards fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count(pub Filter);

impl Word for Count {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.filter_in(&self.0, scope, path);
    }

    fn noun(&self, names: &Names) -> String {
        format!("the number of {}", Description::new(&self.0, names).many())
    }

    fn each(&self, names: &Names) -> String {
        Description::new(&self.0, names).bare()
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.0)
    }

    fn reads_computed(&self) -> bool {
        self.0.reads_computed()
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let mut found = Refs::new();
        scene.candidates(&self.0, cx, &mut found);
        found.len() as i16
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.0)
    }
}
