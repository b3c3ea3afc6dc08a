//! A card being drawn, as it says itself.

use super::prelude::*;

/// Its player draws this card: it triggers in their hand (CR 7.6.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// Only during the action phase.
    #[serde(default)]
    pub in_action_phase: bool,
}

/// It is about itself and nothing else.
static THIS: Subject = Subject::This;

impl Word for Drawn {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn happening(&self, names: &Names) -> String {
        let when = if self.in_action_phase { " during the action phase" } else { "" };
        format!("you draw {}{when}", names.this)
    }

    fn facts(&self) -> u32 {
        facts::DRAWN_ITSELF
    }

    fn card(&self) -> Option<&Subject> {
        Some(&THIS)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let now = !self.in_action_phase || by.scene.board.phase == Phase::Action;
        by.met(by.verb() == Verb::Draw && now && by.is(&THIS, by.subject()))
    }

    said!(at:
        ["when? you draw" (card: Object) "during the action phase"] if card.0 == Whom::This => Self { in_action_phase: true },
        ["when? you draw" (card: Object)] if card.0 == Whom::This => Self { in_action_phase: false },
    );
}
