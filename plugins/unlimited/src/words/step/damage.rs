//! Damage to cards at once.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Refs};
use crate::text::measure::amount;
use crate::text::names::Names;
use crate::vocabulary::{Measure, Whom, one};

/// Damage, `amount × per + plus`, to all of them at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damage {
    /// To these.
    pub to: Vec<Whom>,
    /// Points.
    #[serde(default = "one")]
    pub amount: u8,
    /// Multiplied by this.
    #[serde(default)]
    pub per: Measure,
    /// And this much more.
    #[serde(default)]
    pub plus: u8,
    /// Which unit deals it ("a friendly unit deals"); this card when left out.
    #[serde(default)]
    pub by: Option<Whom>,
}

impl Word for Damage {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { to, amount, per, plus, by } = self;
        check.whoms(to, *scope, &path.to("to"));
        check.above_0(amount | plus, path, "amount");
        per.word().check(check, Scope { target: true, ..*scope }, &path.to("per"));
        if let Some(by) = by {
            check.whom(by, *scope, &path.to("by"));
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { to, amount: points, per, plus, by } = self;
        let (damage, much) = amount(*points, per, *plus, "damage", names);
        let to = names.whoms(to).text;
        format!("{} {damage} to {to}{much}", names.deals(by.as_ref()))
    }

    fn is_told(&self) -> bool {
        self.by.is_none()
    }
}

impl Does for Damage {
    fn does(&self, run: &mut Run<'_>) {
        let Self { to, amount, per, plus, by } = self;
        let by = by.as_ref().map(|by| run.scene.first(by, &run.cx()));
        let source = by.unwrap_or(run.source);
        let mut cards = Refs::new();
        for whom in to {
            run.scene.whom(whom, &run.cx(), &mut cards);
        }
        for target in cards {
            let per = run.scene.measure(per, &Context { target, ..run.cx() });
            let points = i16::from(*amount).saturating_mul(per);
            let points = points.saturating_add((*plus).into());
            if points > 0 {
                let damage = Proposal::new(Verb::Damage, target, run.seat);
                run.propose(damage.amount(points).by(source));
            }
        }
    }
}
