//! One for every so many.

use super::prelude::*;
use super::{Damage, Measure, RemainingHp, Resources};

/// A measure divided by a number, rounded down unless it says otherwise: "for every 5 damage on your base".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divided {
    /// The measure that is divided.
    pub of: Box<Measure>,
    /// The divisor, at least 2; the result is rounded down, unless `up`.
    pub by: u8,
    /// `true` to round the result up instead of down.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub up: bool,
}

impl Word for Divided {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(self.by > 1, &path.to("by"), "expected a number above 1");
        self.of.word().check(check, scope, &path.to("of"));
    }

    fn noun(&self, names: &Names) -> String {
        let rounded = if self.up { "up" } else { "down" };
        format!("{} divided by {}, rounded {rounded}", self.of.word().noun(names), self.by)
    }

    fn each(&self, names: &Names) -> String {
        let full = if self.up { "full or begun" } else { "full" };
        format!("{full} {} of {}", self.by, self.of.word().noun(names))
    }

    fn reads(&self) -> Reads {
        self.of.word().reads()
    }

    fn reads_computed(&self) -> bool {
        self.of.word().reads_computed()
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let by = i16::from(self.by);
        (self.of.amount(scene, cx) + if self.up { by - 1 } else { 0 }) / by
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.of.word().is_known(view, text)
    }

    said!(at:
        ["for each full" (by: Number) "of" (of: Amount)] => Self::of(of.0, by),
        ["for each full or begun" (by: Number) "of" (of: Amount)] => Self::of(of.0, by).map(|part| Self { up: true, ..part }),
        ["for every" (by: Number) "damage on" (whom: Object)] => Self::of(Measure::Damage(Damage(whom.0)), by),
        ["for each full" (by: Number) "of the damage on" (whom: Object)] if !at.own => Self::of(Measure::Damage(Damage(whom.0)), by),
        ["for each full" (by: Number) "of" (unit: Its) "remaining hp"] if !at.own
            => Self::of(Measure::RemainingHp(RemainingHp(unit.0)), by),
        ["for each full or begun" (by: Number) "of" (unit: Its) "remaining hp"] if !at.own
            => Self::of(Measure::RemainingHp(RemainingHp(unit.0)), by).map(|half| Self { up: true, ..half }),
        ["equal to half" (unit: Its) "remaining hp , rounded up"]
            => Self::of(Measure::RemainingHp(RemainingHp(unit.0)), Number(2)).map(|half| Self { up: true, ..half }),
        ["for every" (by: Number) "resources you control"] => Self::of(Measure::Resources(Resources(Who::You)), by),
        ["for every" (by: Number) "resources" (who: Player) "controls"] => Self::of(Measure::Resources(Resources(who.0)), by),
    );
}

impl Divided {
    fn of(of: Measure, by: Number) -> Option<Self> {
        (by.0 > 1).then(|| Self { of: Box::new(of), by: by.0, up: false })
    }
}
