//! Restore by a number read off the table.

use super::prelude::*;

/// Restore, `amount × per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Restore {
    /// The number of Restore.
    pub amount: u8,
    /// The measure that `amount` is multiplied by.
    pub per: Measure,
}

impl Word for Restore {
    fn text(&self, names: &Names) -> Part {
        Part::of(format!("has Restore {}{}", self.amount, for_each(&self.per, names)))
    }

    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(self.amount > 0, &path.to("amount"), "expected a number above 0");
        self.per.word().check(check, scope, &path.to("per"));
    }

    fn reads(&self) -> Reads {
        self.per.word().reads()
    }

    said!(at:
        ["gets|get|gains|gain|has|have? restore" (amount: Number) (per: ForEach)] => Self { amount: amount.0, per: per.0 },
    );
}
