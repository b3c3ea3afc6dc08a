//! Cards leaving play.

use super::prelude::*;

/// The card left play in whatever way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeavesPlay(pub Subject);

impl Word for LeavesPlay {
    fn facts(&self) -> u32 {
        facts::LEAVES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.left.is_some() && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "leaves play"]);
}
