//! More indirect damage.

use super::prelude::*;

/// Indirect damage that its controller deals to opponents is 1 more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoreIndirect;

impl Word for MoreIndirect {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::MORE_INDIRECT)
    }

    phrase!(["increases|increase indirect damage you deal to opponents by 1"]);
}
