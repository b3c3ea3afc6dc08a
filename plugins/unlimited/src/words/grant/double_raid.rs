//! Raid that counts twice.

use super::prelude::*;

/// Its Raid is doubled, once all of it is added up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DoubleRaid;

impl Word for DoubleRaid {
    phrase!(["has|have? doubled Raid"]);
}
