//! Raid that counts twice.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;

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
