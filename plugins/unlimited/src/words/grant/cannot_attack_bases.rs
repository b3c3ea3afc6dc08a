//! Not attacking bases.

use super::prelude::*;

/// It cannot attack bases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotAttackBases;

impl Word for CannotAttackBases {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_BASES)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }

    phrase!(["cannot|can't? attack bases"]);
}
