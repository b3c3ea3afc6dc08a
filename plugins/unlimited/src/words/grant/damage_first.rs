//! Dealing combat damage first (CR 6.3.5C).

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;

/// While attacking it deals combat damage before the defender (CR 6.3.5C).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DamageFirst;

impl Word for DamageFirst {
    fn text(&self, _: &Names) -> Part {
        Part::deals("its combat damage first while attacking".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::DAMAGE_FIRST)
    }
}

said!(DamageFirst, at:
    ["deals its|their? combat damage first while attacking"] => Self,
    ["deals|deal its? combat damage before the defender|defending unit?"] => Self,
);
