//! Remaining HP of bases.

use super::prelude::*;

/// That player's base has at most this much HP remaining.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseRemaining {
    /// Whose base.
    pub whose: Who,
    /// HP remaining.
    pub at_most: u8,
}

impl Word for BaseRemaining {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.whose, scope, &path.to("whose"));
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let (base, has) = (names.base_of(self.whose), either(holds, "has", "does not have"));
        format!("{base} {has} {} or less HP remaining", self.at_most)
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.whose).with(Reads::DAMAGE)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.any_base(self.whose, cx, |base| scene.remaining(base) <= self.at_most.into())
    }
}

said!(BaseRemaining, at:
    [(whose: BaseOf) "has" (most: Number) "or less hp remaining"] => Self { whose: whose.0, at_most: most.0 },
    [(whose: BaseOf) "has" (most: Number) "or less remaining hp"] => Self { whose: whose.0, at_most: most.0 },
);
