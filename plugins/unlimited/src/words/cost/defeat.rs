//! Defeating a card of the player's choice.

use super::prelude::*;

/// Defeat a card of your choice that fits; it is bound as `Third`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defeat(pub Filter);

impl Word for Defeat {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check_choice(&self.0, check, scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let unit = Description::new(&self.0, names).one();
        names.bind_defeated(Register::Third, &self.0);
        format!("defeat {unit}")
    }

    fn listed(&self) -> String {
        "defeat".to_owned()
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
        run.propose(Proposal::new(Verb::Defeat, chosen, run.seat));
    }

    said!(at:
        ["defeat a" (name: Titles) "on" (unit: Object)] if unit.0 == Whom::This => {
            let upgrade = Criteria {
                is: vec![KindSet::Upgrade],
                named: name.0,
                attached_to: Some(unit.0.into()),
                ..Criteria::default()
            };
            let upgrade = Filter::from(upgrade);
            at.names.bind_defeated(Register::Third, &upgrade);
            Self(upgrade)
        },
        ["defeat" (what: One)] => {
            at.names.bind_defeated(Register::Third, &what.0);
            Self(what.0)
        },
    );
}

impl Chosen for Defeat {
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
