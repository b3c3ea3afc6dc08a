//! Remaining HP of bases.

use super::prelude::*;

/// At most this much HP remains on the base of that player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseRemaining {
    /// The player, or the players, whose base is looked at; any of the bases will do.
    pub whose: Who,
    /// The most remaining HP with which the condition holds.
    pub at_most: u8,
}

impl Word for BaseRemaining {
    checked!(whose: who);

    fn reads(&self) -> Reads {
        Reads::of_who(self.whose).with(Reads::DAMAGE)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.any_base(self.whose, cx, |base| scene.remaining(base) <= self.at_most.into())
    }

    phrase!([(whose: BaseOf) {"has" / "does not have"} (at_most: Number) "or less HP remaining"], at:
        [(whose: BaseOf) "has" (most: Number) "or less remaining hp"] => Self { whose: whose.0, at_most: most.0 },
    );
}
