//! Using the Force.

use super::prelude::*;

/// Use the Force: defeat your Force token (CR 8.37.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TheForce;

impl Word for TheForce {
    fn check(&self, _: &[Cost], _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn listed(&self) -> String {
        "the-force".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Cards(1)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.offer.scene.force(bill.offer.seat).is_some()
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let scene = &bill.offer.scene;
        let theirs = |&other: &Slot| {
            let other = scene.card(other);
            other.zone == Zone::Base
                && other.controller == bill.offer.seat
                && scene.catalogue.card(other.definition).kind() == Kind::ForceToken
        };
        (0..scene.board.slots).find(theirs).map(drop).ok_or(Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let force = run.scene.force(run.seat).unwrap_or(Ref::NONE);
        run.propose(Proposal::new(Verb::Defeat, force, run.seat));
    }

    phrase!(["use the Force"]);
}
