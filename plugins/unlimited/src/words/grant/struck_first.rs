//! Having the defending unit deal combat damage first (CR 6.3.5C).

use super::prelude::*;

/// While it attacks a unit, its controller may have that deal combat damage before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StruckFirst;

impl Word for StruckFirst {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::STRUCK_FIRST)
    }

    phrase!(["may have the defending unit deal combat damage first while attacking"]);
}
