//! Attacks ending (CR 7.6.16).

use super::prelude::*;

/// The unit's attack ends: it triggers with the combat damage, and also where the unit does not
/// survive that (CR 7.6.16A, 7.6.16C).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackEnds(pub Subject);

impl Word for AttackEnds {
    fn of_itself(&self) -> Option<&'static str> {
        Some("when attack ends")
    }

    fn facts(&self) -> u32 {
        facts::ATTACK_ENDS
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::EndAttack && by.is(&self.0, by.subject()))
    }

    phrase!(["the attack of" (0: Subject) "ends"], at:
        ["when attack ends"] => Self(Subject::This),
        ["when?" (card: Subject) "'s attack ends"] => Self(card),
    );
}
