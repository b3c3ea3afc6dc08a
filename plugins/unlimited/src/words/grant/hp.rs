//! A modifier of a unit's HP.

use super::prelude::*;
use crate::text::grant::stats;

/// HP, `amount × per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hp {
    /// The HP for each of `per`; may be negative.
    pub amount: i8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Hp {
    fn text(&self, names: &Names) -> Part {
        Part::of(format!("has {}", stats(0, self.amount, &self.per, names)))
    }

    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(self.amount != 0, &path.to("amount"), "expected a number besides 0");
        let measured = Scope { target: true, ..scope };
        self.per.word().check(check, measured, &path.to("per"));
    }

    fn reads(&self) -> Reads {
        self.per.word().reads()
    }

    fn outlook(&self, much: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.hp += much(self.amount.into(), &self.per);
    }

    fn varies(&self) -> bool {
        !self.per.is_one()
    }

    said!(at:
        ["gets|get|gains|gain|has|have? +0|-0 /" (amount: Signed)] if amount.0 != 0 => Self { amount: amount.0, per: Measure::default() },
        ["gets|get|gains|gain|has|have? +0|-0 /" (amount: Signed) (per: ForEach)] if amount.0 != 0 => Self { amount: amount.0, per: per.0 },
    );
}
