//! Dealing excess damage to a bystander.

use super::prelude::*;

/// While it attacks, it may deal its excess damage (CR 1.9.11) to another unit in the arena of what it
/// attacks, on either side, as combat damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExcessInArena;

impl Word for ExcessInArena {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::EXCESS_IN_ARENA)
    }

    phrase!(["may deal its excess damage to another unit in the same arena"]);
}
