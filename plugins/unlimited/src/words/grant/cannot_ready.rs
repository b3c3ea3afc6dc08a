//! A unit that cannot ready.

use super::prelude::*;

/// It cannot ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotReady;

impl Word for CannotReady {
    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_READY)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.deeds.add(Deeds::HELD);
    }

    phrase!(["cannot|can't? ready"]);
}
