//! Defeating a Credit token.

use super::prelude::*;
use crate::legal::means::has_credit;

/// Defeat a friendly Credit token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefeatCredit;

impl Word for DefeatCredit {
    fn check(&self, cost: &[Cost], check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(!pays(cost), path, "expected no resources beside it");
    }

    fn listed(&self) -> String {
        "defeat".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Resources(1)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.offer.scene.board.players[usize::from(bill.offer.seat)].credits > 0
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        when(has_credit(bill.offer), Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        run.propose(Proposal::new(Verb::DefeatCredits, run.source, run.seat).amount(1));
    }

    phrase!(["defeat a friendly Credit token"]);
}
