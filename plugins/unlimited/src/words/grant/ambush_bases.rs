//! Ambush against bases.

use super::prelude::*;

/// It can attack bases using Ambush, too (CR 7.5.5 has units only).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AmbushBases;

impl Word for AmbushBases {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::AMBUSH_BASES)
    }

    phrase!(["can attack bases while using Ambush"]);
}
