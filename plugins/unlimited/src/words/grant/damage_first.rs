//! Dealing combat damage first (CR 6.3.5C).

use super::prelude::*;

/// While attacking it deals combat damage before the defender (CR 6.3.5C).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DamageFirst;

impl Word for DamageFirst {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::DAMAGE_FIRST)
    }

    phrase!(["deals its|their? combat damage first while attacking"], at:
        ["deals|deal its? combat damage before the defender|defending unit?"] => Self,
    );
}
