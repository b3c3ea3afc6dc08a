//! Units attacking (CR 7.6.15).

use super::prelude::*;

/// The unit attacks: "On Attack" (CR 7.6.15).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attacks(pub Subject);

impl Word for Attacks {
    fn facts(&self) -> u32 {
        facts::ATTACKS
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::BeginAttack && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "attacks"], at:
        ["on attack"] => Self(Subject::This),
        ["when?" (card: Subject) "attacks your base"] => Self::on_base(card),
    );
}

impl Attacks {
    /// An enemy unit attacks your base. `None` of other units: they would attack other bases.
    fn on_base(card: Subject) -> Option<Self> {
        let Subject::Any(filter) = card else { return None };
        let attacking = Some(KindSet::Base);
        let enemy = filter.side == Some(Who::Opponent);
        let filter = Criteria { attacking, ..Criteria::clone(&filter) };
        enemy.then(|| Self(Subject::Any(filter.into())))
    }
}
