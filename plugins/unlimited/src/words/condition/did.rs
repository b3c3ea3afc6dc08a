//! "If you do" (CR 8.9).

use super::prelude::*;

/// The step before did something ("if you do", CR 8.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Did;

impl Word for Did {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.after, path, "expected a step before");
    }

    /// No constant ability follows a step.
    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    fn holds(&self, _: &Scene<'_>, cx: &Context<'_>) -> bool {
        cx.did()
    }

    /// Never known beforehand: the step that it is about has still to happen.
    fn is_known(&self, _: &View<'_>, _: &Text<'_>) -> bool {
        false
    }

    phrase!([{"you do" / "you do not"}], at:
        ["they do"] => Self,
    );
}
