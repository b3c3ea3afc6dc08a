//! Units being captured (CR 8.33).

use super::prelude::*;

/// The unit was captured (CR 8.33).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captured(pub Subject);

impl Word for Captured {
    fn of_itself(&self) -> Option<&'static str> {
        Some("when captured")
    }

    fn facts(&self) -> u32 {
        facts::CAPTURED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::Capture && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "is captured"], at:
        ["when captured"] => Self(Subject::This),
    );
}
