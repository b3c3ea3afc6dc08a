//! Leader units (CR 3.4.7).

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;

/// It is a leader unit (CR 3.4.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaderUnit;

impl Word for LeaderUnit {
    fn text(&self, _: &Names) -> Part {
        Part::is("a leader unit".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::LEADER)
    }
}

said!(LeaderUnit, at:
    ["is a leader unit"] => Self,
);
