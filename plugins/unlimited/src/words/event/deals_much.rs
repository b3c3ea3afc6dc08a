//! Much damage being dealt.

use super::prelude::*;

/// The player deals so much damage or more to one thing that fits: in combat, by an ability, or as
/// indirect damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealsMuch {
    /// The player who deals it.
    pub who: Who,
    /// The number of points that is enough, at least 1.
    pub at_least: u8,
    /// The units or bases that it is dealt to.
    pub to: Filter,
}

impl Word for DealsMuch {
    checked!(who: who, at_least: above_0, to: filter_in);

    fn subject(&self) -> &'static str {
        "that card"
    }

    fn facts(&self) -> u32 {
        facts::DAMAGED
    }

    fn number(&self) -> Option<&'static str> {
        Some("damage dealt")
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let much = by.verb() == Verb::Damage && what.amount >= self.at_least.into();
        let dealt = much && by.scene.seats(self.who, &by.cx()).contains(&what.seat);
        by.met(dealt && by.fits(&self.to, by.subject()))
    }

    phrase!([{who: "deal" / "deals"} (at_least: Number) "or more damage to" (to: One)]);
}
