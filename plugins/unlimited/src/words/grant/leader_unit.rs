//! Leader units (CR 3.4.7).

use super::prelude::*;

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
