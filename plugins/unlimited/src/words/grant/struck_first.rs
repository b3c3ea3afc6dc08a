//! Having the defending unit deal combat damage first (CR 6.3.5C).

use super::prelude::*;

/// While it attacks a unit, its controller may have that deal combat damage before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StruckFirst;

impl Word for StruckFirst {
    fn text(&self, _: &Names) -> Part {
        Part::may("have the defending unit deal combat damage first while attacking".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::STRUCK_FIRST)
    }
}

said!(StruckFirst, at:
    ["may have the defending unit deal combat damage first while attacking"] => Self,
);
