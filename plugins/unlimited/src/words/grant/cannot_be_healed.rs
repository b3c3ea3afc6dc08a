//! Not being healed.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::view::Outlook;

use crate::words::measure::Measure;

/// It cannot be healed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotBeHealed;

impl Word for CannotBeHealed {
    fn text(&self, _: &Names) -> Part {
        Part::cannot("be healed".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_HEAL)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }
}

said!(CannotBeHealed, at:
    ["cannot|can't? be healed"] => Self,
);
