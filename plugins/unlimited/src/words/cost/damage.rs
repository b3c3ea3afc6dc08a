//! Damage to a card of the player's choice.

use super::prelude::*;

/// Deal damage to a card of your choice that fits; it is bound as `Third`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damage {
    /// The cards that one is chosen from: units in play unless it says otherwise, such as bases.
    #[serde(default)]
    pub what: Filter,
    /// The number of points of damage, at least 1.
    #[serde(default = "one")]
    pub amount: u8,
}

impl Word for Damage {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check_choice(&self.what, check, scope, path);
        check.above_0(self.amount, path, "amount");
    }

    fn text(&self, names: &mut Names) -> String {
        let card = Description::new(&self.what, names).one();
        names.bind(Register::Third, &self.what, false);
        format!("deal {} damage to {card}", self.amount)
    }

    fn listed(&self) -> String {
        "other".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Resources(self.amount)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.finds(&self.what)
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        bill.judge_any(&self.what)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let damage = Proposal::new(Verb::Damage, run.locals.chosen(), run.seat);
        run.propose(damage.amount(self.amount.into()).by(run.source));
    }

    said!(at:
        ["deal" (amount: Number) "damage to" (what: One)] => {
            at.names.bind(Register::Third, &what.0, false);
            Self { what: what.0, amount: amount.0 }
        },
        ["deal" (amount: Number) "damage to your base"] => {
            let base = Criteria { is: vec![KindSet::Base], side: Some(Who::You), ..Criteria::default() };
            let what = Filter::from(base);
            at.names.bind(Register::Third, &what, false);
            Self { what, amount: amount.0 }
        },
    );
}

impl Chosen for Damage {
    fn count(&self) -> u8 {
        1
    }

    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        bill.offer.cards(&self.what, &[], out);
    }

    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        fits(bill.offer, &self.what, slot)
    }
}
