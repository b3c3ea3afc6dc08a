//! Leader units (CR 3.4.7).

use super::prelude::*;

/// It is a leader unit (CR 3.4.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaderUnit;

impl Word for LeaderUnit {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::LEADER)
    }

    phrase!(["is a leader unit"]);
}
