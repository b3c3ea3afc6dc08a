//! Defeating the card with the ability.

use super::prelude::*;

/// Defeat this unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefeatThis;

impl Word for DefeatThis {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        let can = check.is(&[Kind::Unit, Kind::Upgrade]);
        check.expect(can, path, "expected on cards that can be defeated");
    }

    fn text(&self, names: &mut Names) -> String {
        format!("defeat {}", names.this)
    }

    fn listed(&self) -> String {
        "defeat-this".to_owned()
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
        run.propose(Proposal::new(Verb::Defeat, run.source, run.seat));
    }

    said!(at:
        ["defeat" (this: Object)] if this.0 == Whom::This => Self,
    );
}
