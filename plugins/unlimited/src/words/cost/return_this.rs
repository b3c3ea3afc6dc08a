//! Returning the card with the ability.

use super::prelude::*;

/// Return this card to its owner's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnThis;

impl Word for ReturnThis {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        let can = check.is(&[Kind::Unit, Kind::Upgrade]);
        check.expect(can, path, "expected on cards that can be returned");
    }

    fn text(&self, names: &mut Names) -> String {
        format!("return {} to its owner's hand", names.this)
    }

    fn listed(&self) -> String {
        "other".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::This
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.is_in_play()
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        when(bill.is_in_play(), Refusal::NotAUnit)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        run.propose(Proposal::new(Verb::ToHand, run.source, run.seat));
    }

    said!(at:
        ["return" (this: Object) "to his|her|its owner 's hand"] if this.0 == Whom::This => Self,
    );
}
