//! Damage that was dealt this way.

use super::prelude::*;

/// The damage that the last `Damage` of this text has dealt; what was prevented was not (CR 1.9.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dealt;

impl Word for Dealt {
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
        scene.dealt(cx).map_or(0, |dealt| dealt.amount)
    }

    phrase!(["the damage dealt this way"]["damage dealt this way"]);
}
