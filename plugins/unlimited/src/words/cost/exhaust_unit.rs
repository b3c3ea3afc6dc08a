//! Exhausting a unit of the player's choice.

use super::prelude::*;
use crate::legal::means;

/// Exhaust a ready unit of your choice that fits; it is bound as `Third`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExhaustUnit(pub Filter);

impl Word for ExhaustUnit {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check_choice(&self.0, check, scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let unit = Description::new(&self.0, names).one();
        names.bind(Register::Third, &self.0, false);
        format!("exhaust {unit}")
    }

    fn listed(&self) -> String {
        "exhaust-other".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        // Nobody minds that much what is exhausted.
        Loss::Resources(1)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.ready(&self.0).iter().any(|unit| bill.reaches_beside(unit.slot))
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let scene = &bill.offer.scene;
        let pays = |&other: &Slot| {
            let unit = scene.card(other);
            unit.zone.is_arena()
                && !unit.is_exhausted()
                && scene.fits(&self.0, other, &bill.cx)
                && means::pays_beside(bill, other).is_ok()
        };
        (0..scene.board.slots).find(pays).map(drop).ok_or(Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let chosen = run.locals.chosen();
        run.propose(Proposal::new(Verb::Exhaust, chosen, run.seat));
    }

    said!(at:
        ["exhaust" (what: One)] => {
            at.names.bind(Register::Third, &what.0, false);
            Self(what.0)
        },
    );
}

impl Chosen for ExhaustUnit {
    fn count(&self) -> u8 {
        1
    }

    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        let mut ready = bill.ready(&self.0);
        ready.retain(|unit| bill.reaches_beside(unit.slot));
        out.extend(ready.iter().map(|unit| Choice::Card(unit.slot)));
    }

    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        when(!bill.offer.scene.card(slot).is_exhausted(), Refusal::Exhausted)?;
        means::pays_beside(bill, slot)?;
        fits(bill.offer, &self.0, slot)
    }
}
