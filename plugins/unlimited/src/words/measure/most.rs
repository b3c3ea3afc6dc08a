//! The most that a card has.

use super::prelude::*;
use crate::vocabulary::Figure;

/// The most of a number that a card in play among these has; 0 where there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Most {
    /// The number that is looked at, of each card.
    pub of: Figure,
    /// The cards in play of which one has the most.
    pub among: Filter,
}

impl Word for Most {
    checked!(among: filter_in);

    fn noun(&self, names: &Names) -> String {
        let figure = match self.of {
            Figure::Cost => "cost",
            Figure::Power => "power",
            Figure::RemainingHp => "remaining HP",
        };
        format!("the most {figure} among {}", Description::new(&self.among, names).many())
    }

    fn each(&self, names: &Names) -> String {
        format!("point of {}", self.noun(names))
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.among).with(Reads::DAMAGE)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let mut found = Refs::new();
        scene.candidates(&self.among, cx, &mut found);
        found.iter().map(|card| scene.number(self.of, card.slot)).max().unwrap_or(0)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.among)
    }

    said!(at:
        ["equal to the most" (of: Figure) "among" (among: Many)] => Self { of, among: among.0 },
    );
}
