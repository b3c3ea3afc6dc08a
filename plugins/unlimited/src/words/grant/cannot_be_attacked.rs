//! Not being attacked.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;

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
