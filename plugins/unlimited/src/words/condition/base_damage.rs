//! Damage on bases.

use super::prelude::*;

/// A base of that side has at least this much damage on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseDamage {
    /// Whose base.
    pub whose: Who,
    /// Damage on it.
    pub at_least: u8,
}

impl Word for BaseDamage {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.whose, scope, &path.to("whose"));
        check.above_0(self.at_least, path, "at_least");
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let (base, has) = (names.base_of(self.whose), either(holds, "has", "does not have"));
        format!("{base} {has} {} or more damage on it", self.at_least)
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.whose).with(Reads::DAMAGE)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.any_base(self.whose, cx, |base| scene.card(base).damage >= self.at_least)
    }
}

said!(BaseDamage, at:
    [(whose: BaseOf) "has" (least: Number) "or more damage on it"] => Self { whose: whose.0, at_least: least.0 },
);
