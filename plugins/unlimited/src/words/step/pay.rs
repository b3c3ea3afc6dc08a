//! Paying a number of resources.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::{Resources, said};
use crate::text::names::Names;
use crate::text::step::counted;

/// You pay this many resources; "if you do" follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pay(pub u8);

impl Word for Pay {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.0 > 0, path, "expected a number above 0");
    }

    fn text(&self, names: &mut Names) -> String {
        names.number = "resource paid";
        format!("pay {}", counted(self.0, "resource"))
    }
}

impl Does for Pay {
    fn does(&self, run: &mut Run<'_>) {
        if self.can(run) {
            let pay = Proposal::new(Verb::Spend, run.source, run.seat);
            run.propose(pay.amount(self.0.into()));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.scene.board.players[usize::from(run.seat)].ready >= self.0
    }
}

said!(Pay, at:
    ["pay" (number: Resources)] => { at.names.number = "resource paid"; Self(number.0) },
);
