//! Raid that is Restore.

use super::prelude::*;

/// Any Raid that it has is Restore instead, with the same number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaidAsRestore;

impl Word for RaidAsRestore {
    phrase!(["has|have? Restore instead of any Raid"]);
}
