//! Damage on bases.

use super::prelude::*;

/// A base of that side has at least this much damage on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseDamage {
    /// The player, or the players, whose base is looked at; any of the bases will do.
    pub whose: Who,
    /// The damage on the base that is enough, at least 1.
    pub at_least: u8,
}

impl Word for BaseDamage {
    checked!(whose: who, at_least: above_0);

    fn reads(&self) -> Reads {
        Reads::of_who(self.whose).with(Reads::DAMAGE)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.any_base(self.whose, cx, |base| scene.card(base).damage >= self.at_least)
    }

    phrase!([(whose: BaseOf) {"has" / "does not have"} (at_least: Number) "or more damage on it"]);
}
