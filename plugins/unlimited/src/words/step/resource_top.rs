//! Putting the top card of a deck into play as a resource.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::said;
use crate::text::names::Names;

/// Put the top card of your deck into play as a resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResourceTop {
    /// Ready instead of exhausted.
    #[serde(default)]
    pub ready: bool,
}

impl Word for ResourceTop {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn text(&self, _: &mut Names) -> String {
        let ready = if self.ready { ", ready" } else { "" };
        format!("put the top card of your deck among your resources{ready}")
    }
}

impl Does for ResourceTop {
    fn does(&self, run: &mut Run<'_>) {
        if let Some(card) = run.top_card() {
            run.propose(Proposal::new(Verb::ToResources, card, run.seat).ready(self.ready));
        }
    }
}

said!(ResourceTop, at:
    ["put the top card of your deck into play as a resource"] => Self { ready: false },
    ["put the top card of your deck into play as a resource and ready it"] => Self { ready: true },
    ["resource the top card of your deck"] => Self { ready: false },
    ["put the top card of your deck among your resources"] => Self { ready: false },
    ["put the top card of your deck among your resources , ready"] => Self { ready: true },
);
