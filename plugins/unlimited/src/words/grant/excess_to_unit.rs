//! Dealing excess damage to another unit.

use super::prelude::*;

/// While it attacks, it may deal its excess damage (CR 1.9.11) to an enemy ground unit, as combat
/// damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExcessToUnit;

impl Word for ExcessToUnit {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::EXCESS)
    }

    phrase!(["may deal its excess damage to an enemy ground unit while attacking"]);
}
