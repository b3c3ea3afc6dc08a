//! Not being defeated by damage.

use super::prelude::*;

/// It is not defeated by having no remaining HP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotDefeatedByDamage;

impl Word for NotDefeatedByDamage {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::UNDEFEATED)
    }

    phrase!(["is not defeated for having no HP remaining"], at:
        ["can't be defeated by having no remaining hp"] => Self,
        ["isn't defeated by having no remaining hp"] => Self,
    );
}
