//! Restore that is Raid.

use super::prelude::*;

/// Any Restore that it has is Raid instead, with the same number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RestoreAsRaid;

impl Word for RestoreAsRaid {
    phrase!(["has|have? Raid instead of any Restore"]);
}
