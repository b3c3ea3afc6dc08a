//! A modifier of a unit's power.

use super::prelude::*;
use crate::text::grant::stats;

/// Power, `amount × per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// The power for each of `per`; may be negative.
    pub amount: i8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Power {
    fn text(&self, names: &Names) -> Part {
        Part::of(format!("has {}", stats(self.amount, 0, &self.per, names)))
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
        out.power += much(self.amount.into(), &self.per);
    }

    fn varies(&self) -> bool {
        !self.per.is_one()
    }

    said!(at:
        ["gets|get|gains|gain|has|have?" (amount: Signed) "/ +0|-0"] => Self { amount: amount.0, per: Measure::default() },
        ["gets|get|gains|gain|has|have?" (amount: Signed) "/ +0|-0" (per: ForEach)] => Self { amount: amount.0, per: per.0 },
    );
}
