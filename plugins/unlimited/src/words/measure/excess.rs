//! The excess of damage that was dealt.

use super::prelude::*;

/// The excess of the damage that the last `Damage` of this text has dealt to units: what they did not
/// need to be defeated (CR 1.9.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Excess;

impl Word for Excess {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.after, path, "expected a step before");
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.dealt(cx).map_or(0, |dealt| dealt.excess)
    }

    phrase!(["the excess damage"]["excess damage"]);
}
