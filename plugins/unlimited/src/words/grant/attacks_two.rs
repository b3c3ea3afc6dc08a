//! Attacking two units at once.

use super::prelude::*;

/// It can attack two units instead of one: both defend in the one attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttacksTwo;

impl Word for AttacksTwo {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::ATTACKS_TWO)
    }

    phrase!(["can attack 2 units instead of 1"]);
}
