//! Exhausting the card with the ability.

use super::prelude::*;

/// Exhaust this card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exhaust;

impl Word for Exhaust {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let can = scope.gained || check.can_be_unit();
        check.expect(can, path, "expected on cards that can be exhausted");
    }

    fn listed(&self) -> String {
        "exhaust".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Attack
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        !bill.offer.scene.card(bill.cx.source.slot).is_exhausted()
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let card = bill.offer.scene.card(bill.cx.source.slot);
        when(!card.is_exhausted(), Refusal::Exhausted)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        run.propose(Proposal::new(Verb::Exhaust, run.source, run.seat));
    }

    phrase!(["exhaust"]);
}
