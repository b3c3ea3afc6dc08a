//! Not being attacked.

use super::prelude::*;

/// It cannot be attacked (Sentinel overrides, CR 8.3.3A).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotBeAttacked;

impl Word for CannotBeAttacked {
    fn text(&self, _: &Names) -> Part {
        Part::cannot("be attacked".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::NOT_ATTACKED)
    }
}

said!(CannotBeAttacked, at:
    ["cannot|can't? be attacked"] => Self,
);
