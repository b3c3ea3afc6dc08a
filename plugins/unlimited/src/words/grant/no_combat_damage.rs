//! Not dealing combat damage.

use super::prelude::*;

/// It deals no combat damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoCombatDamage;

impl Word for NoCombatDamage {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_COMBAT_DAMAGE)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 2;
    }

    phrase!(["cannot|can't? deal combat damage"]);
}
