//! Damage being healed.

use super::prelude::*;

/// Damage is healed from the card, unit or base, one point at least (CR 8.15); `Number` is how much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Healed(pub Subject);

impl Word for Healed {
    fn facts(&self) -> u32 {
        facts::HEALED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn number(&self) -> Option<&'static str> {
        Some("damage healed")
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::Heal && by.is(&self.0, by.subject()))
    }

    phrase!(["damage is healed from" (0: Subject)], at:
        ["when? 1|one or more damage is healed from" (card: Subject)] => Self(card),
    );
}
