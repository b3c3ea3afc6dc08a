//! Resources that are paid by exhausting them.

use super::prelude::*;
use crate::reader;

/// Pay this many resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources(pub u8);

impl Word for Resources {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.0 > 0, path, "expected a number above 0");
    }

    fn listed(&self) -> String {
        self.0.to_string()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Resources(self.0)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        bill.reaches(self.0.into(), bill.exhausts.as_slice())
    }

    fn judge(&self, _: &Bill<'_>) -> Result<(), Refusal> {
        // All of them are judged together, behind the other parts.
        Ok(())
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, (due, credits): Resourced) {
        run.pay(due, credits, run.source);
    }

    phrase!([(0: reader::Resources)]);
}
