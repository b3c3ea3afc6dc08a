//! Raid that counts twice.

use super::prelude::*;

/// Its Raid is doubled, once all of it is added up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DoubleRaid;

impl Word for DoubleRaid {
    fn text(&self, _: &Names) -> Part {
        Part::has("doubled Raid".to_owned())
    }
}

said!(DoubleRaid, at:
    ["has|have? doubled raid"] => Self,
);
