//! Defeating Credit tokens.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::said;
use crate::text::names::Names;
use crate::vocabulary::Who;

/// A Credit token of that player is defeated, if there is one; "if you do" follows. Which one makes
/// no difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefeatCredit(pub Who);

impl Word for DefeatCredit {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, path);
        let one = matches!(self.0, Who::You | Who::Opponent);
        check.expect(one, path, "expected `You` or `Opponent`");
    }

    fn text(&self, _: &mut Names) -> String {
        let whose = if self.0 == Who::You { "a friendly" } else { "an enemy" };
        format!("defeat {whose} Credit token")
    }
}

impl Does for DefeatCredit {
    fn does(&self, run: &mut Run<'_>) {
        let seat = run.scene.seat(self.0, &run.cx());
        run.propose(Proposal::new(Verb::DefeatCredits, Ref::NONE, seat).amount(1));
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let seat = run.scene.seat(self.0, &run.cx());
        run.scene.board.players[usize::from(seat)].credits.0 > 0
    }
}

said!(DefeatCredit, at:
    ["defeat a friendly credit token"] => Self(Who::You),
    ["defeat an enemy credit token"] => Self(Who::Opponent),
);
