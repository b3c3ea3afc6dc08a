//! A card being readied.

use super::prelude::*;

/// The card readies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Readies {
    /// The card that is readied.
    pub card: Subject,
    /// Only during the action phase.
    #[serde(default)]
    pub in_action_phase: bool,
}

impl Word for Readies {
    fn happening(&self, names: &Names) -> String {
        let when = if self.in_action_phase { " during the action phase" } else { "" };
        names.event(&self.card, &format!("readies{when}"))
    }

    fn facts(&self) -> u32 {
        facts::READIES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.card)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let now = !self.in_action_phase || by.scene.board.phase == Phase::Action;
        by.met(by.verb() == Verb::Ready && now && by.is(&self.card, by.subject()))
    }

    said!(at:
        ["when?" (card: Subject) "readies"] => Self { card, in_action_phase: false },
        ["when?" (card: Subject) "readies during the action phase"] => Self { card, in_action_phase: true },
    );
}
