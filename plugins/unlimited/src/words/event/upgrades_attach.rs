//! Upgrades attaching to a unit, tokens too.

use super::prelude::*;

/// One or more upgrades attach to the unit, in whatever way: tokens that are given to it together do
/// so at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpgradesAttach(pub Subject);

impl Word for UpgradesAttach {
    checked!(0: subject);

    fn facts(&self) -> u32 {
        facts::ATTACHES | facts::GIVEN
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let unit = match by.verb() {
            Verb::Give(_) => what.subject,
            Verb::PlayUpgrade | Verb::Deploy | Verb::Attach | Verb::EnterAttached => what.other,
            _ => return None,
        };
        (unit.is_some() && by.is(&self.0, unit)).then_some(unit)
    }

    phrase!(["1 or more upgrades attach to" (0: Subject)], at:
        ["when? 1|one or more upgrades attach to" (unit: Subject)] => Self(unit),
    );
}
