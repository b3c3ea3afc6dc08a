//! Units dealing damage.

use super::prelude::*;

/// The unit deals damage to something that fits, in combat or by an ability of its own (CR 1.9.12),
/// which may have outlived it: then it is the unit as it left play (CR 8.11.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealsDamage {
    /// The unit that deals it.
    pub by: Subject,
    /// The units or bases that it is dealt to.
    pub to: Filter,
}

impl Word for DealsDamage {
    checked!(by: subject, to: filter_in);

    fn subject(&self) -> &'static str {
        if self.to.is == [KindSet::Base] { "that base" } else { "that unit" }
    }

    fn facts(&self) -> u32 {
        facts::DAMAGED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.by)
    }

    fn number(&self) -> Option<&'static str> {
        Some("damage dealt")
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let (scene, source) = (by.scene, by.fact.what.source);
        let unit = || match scene.left_play(source) {
            Some(departed) => departed.card.zone.is_arena(),
            None => scene.unit(source).is_some(),
        };
        let deals = || match &self.by {
            Subject::Any(unit) => scene.does(unit, source, &by.cx()),
            only => by.is(only, source),
        };
        let dealt = by.verb() == Verb::Damage && unit() && deals();
        by.met(dealt && by.fits(&self.to, by.subject()))
    }

    phrase!([(by: Subject) "deals damage to" (to: One)]);
}
