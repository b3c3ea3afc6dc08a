//! Using an action ability by another ability (CR 6.4.0).

use super::prelude::*;
use crate::legal;

/// Use an action ability of a card that fits, its cost paid (CR 6.4.0).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UseAction(pub Filter);

impl Word for UseAction {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self(what) = self;
        check.filter_in(what, *scope, path);
        let own = what.side == Some(Who::You) && what.place == Place::Play;
        check.expect(own, path, "expected cards in play with `side: You`");
    }

    phrase!(["use an action ability of|on" (0: One)]);
}

impl Question for UseAction {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            None => run.ask(run.seat, Prompt::Step),
            Some(choice) => {
                run.nests();
                run.action(choice);
                Flow::Then
            }
        }
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        let mut found = Refs::new();
        offer.scene.candidates(&self.0, &offer.cx(), &mut found);
        found.iter().for_each(|card| offer.uses(card.slot, out));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Use(slot, index) = answer else { return Err(Refusal::NotAsked) };
        fits(offer, &self.0, slot)?;
        legal::using::using(offer, slot, index)
    }
}
