//! Putting cards into play as resources.

use core::slice;

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::{Target, said};
use crate::text::names::Names;
use crate::vocabulary::Whom;

/// Put into play as your resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToResources {
    /// These.
    pub what: Whom,
    /// Ready instead of exhausted.
    #[serde(default)]
    pub ready: bool,
}

impl Word for ToResources {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.what, *scope, &path.to("what"));
    }

    fn text(&self, names: &mut Names) -> String {
        let cards = names.whom(&self.what).text;
        format!("put {cards} among your resources{}", if self.ready { ", ready" } else { "" })
    }
}

impl Does for ToResources {
    fn does(&self, run: &mut Run<'_>) {
        run.each(slice::from_ref(&self.what), |card, seat| {
            Proposal::new(Verb::ToResources, card, seat).ready(self.ready)
        });
    }

    fn can(&self, run: &Run<'_>) -> bool {
        self.what != Whom::This || run.scene.is_current(run.source)
    }
}

said!(ToResources, at:
    ["put" (what: Target) "into play as a resource"] => Self { what: what.0, ready: false },
    ["put" (what: Target) "into play as a resource and ready it"] => Self { what: what.0, ready: true },
    ["put" (what: Target) "among your resources"] => Self { what: what.0, ready: false },
    ["put" (what: Target) "among your resources , ready"] => Self { what: what.0, ready: true },
);
