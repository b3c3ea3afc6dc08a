//! Returning a card of the player's choice.

use super::prelude::*;

/// Return a card of your choice that fits to its owner's hand; it is bound as `Third`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Return(pub Filter);

impl Word for Return {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check_choice(&self.0, check, scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let unit = Description::new(&self.0, names).one();
        names.bind(Register::Third, &self.0, false);
        format!("return {unit} to its owner's hand")
    }

    fn listed(&self) -> String {
        "other".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Card(&self.0)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.finds(&self.0)
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        bill.judge_any(&self.0)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let chosen = run.locals.chosen();
        run.propose(Proposal::new(Verb::ToHand, chosen, run.seat));
    }

    said!(at:
        ["return" (what: One) "to its owner 's hand"] => {
            at.names.bind(Register::Third, &what.0, false);
            Self(what.0)
        },
    );
}

impl Chosen for Return {
    fn count(&self) -> u8 {
        1
    }

    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        bill.offer.cards(&self.0, &[], out);
    }

    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        fits(bill.offer, &self.0, slot)
    }
}
