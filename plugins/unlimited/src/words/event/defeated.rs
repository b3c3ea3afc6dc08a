//! Cards being defeated (CR 7.6.14).

use super::prelude::*;

/// The card was defeated (CR 7.6.14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Defeated(pub Subject);

impl Word for Defeated {
    fn of_itself(&self) -> Option<&'static str> {
        Some("when defeated")
    }

    fn facts(&self) -> u32 {
        facts::DEFEATED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::Defeat && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "is defeated"], at:
        ["when defeated"] => Self(Subject::This),
    );
}
