//! Healing damage of cards.

use super::prelude::*;
use crate::words::measure;

/// Heal damage, `amount × per`, of each of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heal {
    /// The units or bases that are healed.
    pub on: Vec<Whom>,
    /// The number of points for each of `per`, at least 1.
    #[serde(default = "one")]
    pub amount: u8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Heal {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whoms(&self.on, *scope, &path.to("on"));
        check.above_0(self.amount, path, "amount");
        let measured = Scope { target: true, ..*scope };
        self.per.word().check(check, measured, &path.to("per"));
    }

    fn text(&self, names: &mut Names) -> String {
        let (damage, much) = amount(self.amount, &self.per, 0, "damage", names);
        names.number = "damage healed";
        format!("heal {damage} from {}{much}", names.whoms(&self.on).text)
    }

    said!(at:
        ["heal" (amount: Number) "damage from" (on: Targets)] => Self { on: on.0, amount: amount.0, per: Measure::default() },
        ["heal" (amount: Number) "damage from" (on: Targets) (per: ForEach)] => Self { on: on.0, amount: amount.0, per: per.0 },
        ["heal" (amount: Number) "damage from" (on: Targets) "and" (more: Number) "damage from" (other: Targets)] if amount.0 == more.0
            => Self { on: [on.0, other.0].concat(), amount: amount.0, per: Measure::default() },
        [(who: Player) "heals" (amount: Number) "damage from their base"] if !at.own && who.0 != Who::Each
            => Self { on: vec![Whom::Base(who.0)], amount: amount.0, per: Measure::default() },
        ["heal damage from" (on: Targets) (per: EqualTo)] => Self { on: on.0, amount: 1, per: per.0 },
        ["heal all damage from" (on: Targets)] if on.0.len() == 1 => {
            // Of several, what is on each of them.
            let of = match &on.0[0] {
                Whom::Each(_) => Whom::Target,
                one => one.clone(),
            };
            Self { on: on.0, amount: 1, per: Measure::Damage(measure::Damage(of)) }
        },
    );
}

impl Does for Heal {
    fn does(&self, run: &mut Run<'_>) {
        let mut cards = Refs::new();
        for whom in &self.on {
            run.scene.whom(whom, &run.cx(), &mut cards);
        }
        for target in cards {
            let per = run.scene.measure(&self.per, &Context { target, ..run.cx() });
            let points = i16::from(self.amount).saturating_mul(per);
            let heal = Proposal::new(Verb::Heal, target, run.seat);
            run.propose(heal.amount(points).by(run.source));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.on)
    }
}
