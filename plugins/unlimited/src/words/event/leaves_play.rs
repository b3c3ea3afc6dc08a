//! Cards leaving play.

use super::prelude::*;

/// The card left play in whatever way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeavesPlay(pub Subject);

impl Word for LeavesPlay {
    fn happening(&self, names: &Names) -> String {
        names.event(&self.0, "leaves play")
    }

    fn facts(&self) -> u32 {
        facts::LEAVES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.left.is_some() && by.is(&self.0, by.subject()))
    }
}

said!(LeavesPlay, at:
    ["when?" (card: Subject) "leaves play"] => Self(card),
);
