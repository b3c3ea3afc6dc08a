//! Units being attacked.

use super::prelude::*;

/// The unit is attacked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attacked(pub Subject);

impl Word for Attacked {
    fn facts(&self) -> u32 {
        facts::ATTACKED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let attacked = by.is(&self.0, what.other) || by.is(&self.0, what.source);
        by.met(by.verb() == Verb::BeginAttack && attacked)
    }

    phrase!([(0: Subject) "is attacked"], at:
        ["on defense"] => Self(Subject::This),
    );
}
