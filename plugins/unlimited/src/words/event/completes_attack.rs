//! Attacks being completed.

use super::prelude::*;

/// The unit completes an attack (step three, `S2-06`: it must have survived).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompletesAttack(pub Subject);

impl Word for CompletesAttack {
    fn facts(&self) -> u32 {
        facts::COMPLETES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::CompleteAttack && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "finishes an attack"], at:
        ["when?" (card: Subject) "completes an attack"] => Self(card),
        ["when?" (card: Subject) "completes an attack ( and survives )"] => Self(card),
    );
}
