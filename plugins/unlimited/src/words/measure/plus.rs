//! A number and so much more.

use super::Measure;
use super::prelude::*;
use crate::words::measure::Resources;

/// A measure and so much more, or less when that is negative, but never below 0: "3 more than its cost".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plus {
    /// The measure that is added to.
    pub to: Box<Measure>,
    /// The number that is added: not 0, negative to make it less.
    pub more: i8,
}

impl Word for Plus {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        self.to.word().check(check, scope, &path.to("to"));
        check.expect(self.more != 0, &path.to("more"), "expected another number than 0");
    }

    fn noun(&self, names: &Names) -> String {
        let than = if self.more < 0 { "less" } else { "more" };
        format!("{} {than} than {}", self.more.unsigned_abs(), self.to.word().noun(names))
    }

    fn each(&self, names: &Names) -> String {
        format!("point of {}", self.noun(names))
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        self.to.word().reads()
    }

    fn reads_computed(&self) -> bool {
        self.to.word().reads_computed()
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        (self.to.amount(scene, cx) + i16::from(self.more)).max(0)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.to.word().is_known(view, text)
    }

    said!(at:
        ["equal to" (less: Number) "less than the number of resources you control"]
            => Self::of(Measure::Resources(Resources(Who::You)), -(less.0 as i8)),
        ["equal to the number of resources you control minus" (less: Number)]
            => Self::of(Measure::Resources(Resources(Who::You)), -(less.0 as i8)),
    );
}

impl Plus {
    pub(crate) fn of(to: Measure, more: i8) -> Self {
        Self { to: Box::new(to), more }
    }
}
