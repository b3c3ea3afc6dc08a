//! Raid by a number read off the table.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reader::{ForEach, Number, said};
use crate::reads::Reads;
use crate::text::grant::Part;
use crate::text::measure::for_each;
use crate::text::names::Names;

use crate::words::measure::Measure;

/// Raid, `amount × per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Raid {
    /// The number of Raid.
    pub amount: u8,
    /// Multiplied by this.
    pub per: Measure,
}

impl Word for Raid {
    fn text(&self, names: &Names) -> Part {
        Part::has(format!("Raid {}{}", self.amount, for_each(&self.per, names)))
    }

    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(self.amount > 0, &path.to("amount"), "expected a number above 0");
        self.per.word().check(check, scope, &path.to("per"));
    }

    fn reads(&self) -> Reads {
        self.per.word().reads()
    }
}

said!(Raid, at:
    ["gets|get|gains|gain|has|have? raid" (amount: Number) (per: ForEach)] => Self { amount: amount.0, per: per.0 },
);
