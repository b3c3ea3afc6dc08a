//! Attacking two units at once.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;

/// It can attack two units instead of one: both defend in the one attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttacksTwo;

impl Word for AttacksTwo {
    fn text(&self, _: &Names) -> Part {
        Part::can("attack 2 units instead of 1".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::ATTACKS_TWO)
    }
}

said!(AttacksTwo, at:
    ["can attack 2 units instead of 1"] => Self,
);
