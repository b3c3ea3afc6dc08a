//! Units that provide aspect icons.

use super::prelude::*;

/// While its controller pays for a card, it provides its aspect icons, as leader and base do (CR 8.1.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProvidesIcons;

impl Word for ProvidesIcons {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::PROVIDES)
    }

    phrase!(["provides its aspect icons while you pay costs"]);
}
