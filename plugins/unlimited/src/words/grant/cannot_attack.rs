//! A unit that cannot attack.

use super::prelude::*;

/// It cannot attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotAttack;

impl Word for CannotAttack {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_ATTACK)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 2;
    }

    phrase!(["cannot|can't? attack"]);
}
