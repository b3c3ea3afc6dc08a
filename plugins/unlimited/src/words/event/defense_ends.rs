//! Defenses ending (CR 3.7.15, 7.6.16).

use super::prelude::*;

/// An attack on the unit ends: it triggers with the combat damage, in the window of what says so of
/// the attacker (CR 7.6.16A, 7.6.16B).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefenseEnds(pub Subject);

impl Word for DefenseEnds {
    fn happening(&self, names: &Names) -> String {
        format!("the defense of {} ends", names.event(&self.0, "").trim_end())
    }

    fn of_itself(&self) -> Option<&'static str> {
        Some("when defense ends")
    }

    fn facts(&self) -> u32 {
        facts::DEFENSE_ENDS
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let defends = |unit: &Ref| by.is(&self.0, *unit);
        let ends = by.verb() == Verb::EndAttack;
        [what.other, what.source].into_iter().find(|unit| ends && defends(unit))
    }

    said!(at:
        ["when defense ends"] => Self(Subject::This),
        ["when? the defense of" (card: Subject) "ends"] => Self(card),
        ["when?" (card: Subject) "'s defense ends"] => Self(card),
    );
}
