//! Not being healed.

use super::prelude::*;

/// It cannot be healed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotBeHealed;

impl Word for CannotBeHealed {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_HEAL)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }

    phrase!(["cannot|can't? be healed"]);
}
