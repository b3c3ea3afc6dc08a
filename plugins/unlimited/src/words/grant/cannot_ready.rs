//! Not readying.

use super::prelude::*;

/// It cannot ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotReady;

impl Word for CannotReady {
    fn text(&self, _: &Names) -> Part {
        Part::cannot("ready".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_READY)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.deeds.add(Deeds::HELD);
    }
}

said!(CannotReady, at:
    ["cannot|can't? ready"] => Self,
);
