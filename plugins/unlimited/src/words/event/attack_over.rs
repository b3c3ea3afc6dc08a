//! Attacks being over.

use super::prelude::*;

/// The unit's attack is over, with all that it triggered, whether the unit has survived it or not;
/// only delayed effects wait for it ("after completing this attack").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackOver(pub Subject);

impl Word for AttackOver {
    fn facts(&self) -> u32 {
        facts::ATTACK_OVER
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::FinishAttack && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "is done attacking"]);
}
