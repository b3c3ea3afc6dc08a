//! Readying a unit of the player's choice.

use super::prelude::*;

/// Ready an exhausted unit of your choice that fits; it is bound as `Third`. One that cannot ready pays
/// nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyUnit(pub Filter);

/// Tells whether a card is an exhausted unit, or leader unit, that nothing keeps from readying.
fn readies(scene: &Scene<'_>, unit: Slot) -> bool {
    scene.card(unit).zone.is_arena()
        && scene.card(unit).is_exhausted()
        && !scene.stats(unit).permissions.has(Permissions::NO_READY)
}

/// The judge's own account of a unit that can be readied.
fn may_ready(scene: &Scene<'_>, slot: Slot) -> Result<(), Refusal> {
    let card = scene.card(slot);
    when(card.zone.is_arena(), Refusal::NotAUnit)?;
    when(card.is_exhausted(), Refusal::DoesNotFit)?;
    when(!scene.stats(slot).permissions.has(Permissions::NO_READY), Refusal::DoesNotFit)
}

impl ReadyUnit {
    fn found(&self, bill: &Bill<'_>) -> Refs {
        let mut found = Refs::new();
        bill.offer.scene.candidates(&self.0, &bill.cx, &mut found);
        found.retain(|unit| readies(&bill.offer.scene, unit.slot));
        found
    }
}

impl Word for ReadyUnit {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check_choice(&self.0, check, scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let unit = Description::new(&self.0, names).one();
        names.bind(Register::Third, &self.0, false);
        format!("ready {unit}")
    }

    fn listed(&self) -> String {
        "other".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Resources(2)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        !self.found(bill).is_empty()
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let scene = &bill.offer.scene;
        let pays =
            |&slot: &Slot| may_ready(scene, slot).is_ok() && scene.fits(&self.0, slot, &bill.cx);
        (0..scene.board.slots).find(pays).map(drop).ok_or(Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let chosen = run.locals.chosen();
        run.propose(Proposal::new(Verb::Ready, chosen, run.seat));
    }

    said!(at:
        ["ready" (what: One)] => {
            at.names.bind(Register::Third, &what.0, false);
            Self(what.0)
        },
    );
}

impl Chosen for ReadyUnit {
    fn count(&self) -> u8 {
        1
    }

    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        out.extend(self.found(bill).iter().map(|unit| Choice::Card(unit.slot)));
    }

    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        may_ready(&bill.offer.scene, slot)?;
        fits(bill.offer, &self.0, slot)
    }
}
