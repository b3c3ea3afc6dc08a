//! Defeating a token of the player's choice.

use super::prelude::*;
use crate::legal::means::has_credit;
use crate::legal::using::token;

/// Defeat a friendly token of your choice: a unit, an upgrade, your Force token or a Credit token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefeatToken;

impl Word for DefeatToken {
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
        let credits = bill.offer.scene.board.players[usize::from(bill.offer.seat)].credits;
        credits > 0 || bill.offer.scene.tokens_of(bill.offer.seat).next().is_some()
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let mut slots = 0..bill.offer.scene.board.slots;
        let any = slots.any(|other| token(bill.offer, other).is_ok());
        when(any || has_credit(bill.offer), Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let (source, seat) = (run.source, run.seat);
        if run.locals.credit {
            return run.propose(Proposal::new(Verb::DefeatCredits, source, seat).amount(1));
        }
        let chosen = run.locals.chosen();
        let is_force = run.scene.force(seat) == Some(chosen);
        let defeat = Proposal::new(Verb::Defeat, chosen, seat);
        run.propose(defeat.number(if is_force { Proposal::UNUSED } else { 0 }));
    }

    phrase!(["defeat a friendly token"]);
}

impl Chosen for DefeatToken {
    fn count(&self) -> u8 {
        1
    }

    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        bill.offer.tokens(&[], 0, out);
    }

    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        token(bill.offer, slot)
    }
}
