//! The rest of a number that is made less.

use super::Measure;
use super::prelude::*;
use crate::words::measure::{Cost, One, RemainingHp};

/// A measure less another one, never below 0: "1 less than its remaining HP".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Less {
    /// The measure that is made less.
    pub of: Box<Measure>,
    /// The measure that is taken off; 1 when left out.
    #[serde(default)]
    pub by: Box<Measure>,
}

impl Word for Less {
    checked!(of: measure, by: measure);

    fn noun(&self, names: &Names) -> String {
        let of = self.of.word().noun(names);
        match &*self.by {
            Measure::One(_) => format!("1 less than {of}"),
            by => format!("{of} less {}", by.word().noun(names)),
        }
    }

    fn each(&self, names: &Names) -> String {
        format!("point of {}", self.noun(names))
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        self.of.word().reads().with(self.by.word().reads())
    }

    fn reads_computed(&self) -> bool {
        self.of.word().reads_computed() || self.by.word().reads_computed()
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        (self.of.amount(scene, cx) - self.by.amount(scene, cx)).max(0)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.of.word().is_known(view, text) && self.by.word().is_known(view, text)
    }

    said!(at:
        ["equal to" (one: Number) "less than" (whose: Its) "remaining hp"] if one.0 == 1
            => Self::of(Measure::RemainingHp(RemainingHp(whose.0)), Measure::One(One)),
        ["for each point of" (whose: Its) "cost less" (by: Its) "cost"]
            => Self::of(Measure::Cost(Cost(whose.0)), Measure::Cost(Cost(by.0))),
    );
}

impl Less {
    fn of(of: Measure, by: Measure) -> Self {
        Self { of: Box::new(of), by: Box::new(by) }
    }
}
