//! Different aspects among cards.

use super::prelude::*;

/// At least this many different aspects are among the cards that fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aspects {
    /// The cards among which the aspects are counted.
    pub among: Filter,
    /// The number of different aspects that is enough, at least 1.
    pub at_least: u8,
}

impl Word for Aspects {
    checked!(among: filter_in, at_least: above_0);

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.among)
    }

    fn reads_computed(&self) -> bool {
        self.among.reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let mut found = Refs::new();
        scene.candidates(&self.among, cx, &mut found);
        scene.aspects(&found).len() >= self.at_least.into()
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.among)
    }

    phrase!(["there are" {"at least" / "fewer than"} (at_least: Number) "different? aspects among" (among: Many)], at:
        ["there are" (least: Number) "or more different aspects among" (among: Many)] => Self { among: among.0, at_least: least.0 },
    );
}
