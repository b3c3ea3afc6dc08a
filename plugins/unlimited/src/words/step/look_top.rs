//! Looking at the top card of a deck.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::said;
use crate::text::names::Names;
use crate::vocabulary::Register;

/// Look at the top card of your deck; bound as `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookTop;

impl Word for LookTop {
    fn check(&self, _: &mut Check<'_>, scope: &mut Scope, _: &Path) {
        scope.bind(Register::It);
    }

    fn text(&self, names: &mut Names) -> String {
        names.bind_cards(false);
        "look at your deck's top card".to_owned()
    }
}

impl Does for LookTop {
    fn does(&self, run: &mut Run<'_>) {
        run.locals.forget(Register::It);
        if let Some(card) = run.top_card(run.seat) {
            run.bind(Register::It, card);
            run.propose(Proposal::new(Verb::Look, card, run.seat));
        }
    }
}

said!(LookTop, at:
    ["look at your deck 's top card"] => { at.look(); Self },
    ["look at the top card of your deck"] => { at.look(); Self },
);
