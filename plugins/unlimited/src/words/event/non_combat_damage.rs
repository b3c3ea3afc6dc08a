//! Damage that is no combat damage.

use super::prelude::*;

/// The player deals damage outside combat (CR 1.9.10), to one card or to several at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NonCombatDamage(pub Who);

impl Word for NonCombatDamage {
    checked!(0: who);

    fn subject(&self) -> &'static str {
        "that card"
    }

    fn facts(&self) -> u32 {
        facts::DAMAGED
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        // What is dealt together is dealt once.
        let dealt = by.verb() == Verb::Damage && !what.combat && what.number == 0;
        by.met(dealt && by.scene.seats(self.0, &by.cx()).contains(&what.seat))
    }

    phrase!([{0: "deal" / "deals"} "non-combat damage"]);
}
