//! Not being attacked.

use super::prelude::*;

/// It cannot be attacked (Sentinel overrides, CR 8.3.3A).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotBeAttacked;

impl Word for CannotBeAttacked {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::NOT_ATTACKED)
    }

    phrase!(["cannot|can't? be attacked"]);
}
