//! More indirect damage.

use super::prelude::*;

/// Indirect damage that its controller deals to opponents is 1 more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoreIndirect;

impl Word for MoreIndirect {
    fn text(&self, _: &Names) -> Part {
        Part::increases("indirect damage you deal to opponents by 1".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::MORE_INDIRECT)
    }
}

said!(MoreIndirect, at:
    ["increases|increase indirect damage you deal to opponents by 1"] => Self,
);
