//! Cards that are not unique (CR 8.29).

use super::prelude::*;

/// It is not unique, whatever is printed on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotUnique;

impl Word for NotUnique {
    /// Refused but among the exceptions of `EntersAs`: cards that became unique again would have to
    /// be looked for.
    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.expect(false, path, "expected among the exceptions of `EntersAs` alone");
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::NOT_UNIQUE)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, _: &mut Outlook) {}

    phrase!(["is not unique"]);
}
