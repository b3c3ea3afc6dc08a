//! The aspect icons on cards.

use super::prelude::*;

/// Icons of an aspect among cards that fit; one that appears twice on a card counts twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Icons {
    /// The aspect whose icons are counted.
    pub of: Aspect,
    /// The cards on which they are counted.
    pub among: Filter,
}

impl Word for Icons {
    checked!(among: filter_in);

    fn noun(&self, names: &Names) -> String {
        let among = Description::new(&self.among, names).many();
        format!("the number of {:?} icons among {among}", self.of)
    }

    fn each(&self, names: &Names) -> String {
        let among = Description::new(&self.among, names).many();
        format!("{:?} icon among {among}", self.of)
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.among)
    }

    fn reads_computed(&self) -> bool {
        self.among.reads_computed()
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let mut found = Refs::new();
        scene.candidates(&self.among, cx, &mut found);
        let icons =
            found.iter().flat_map(|card| scene.printed(card.slot).icons_of(scene.card(card.slot)));
        icons.filter(|icon| **icon == self.of).count() as i16
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.among)
    }

    said!(at:
        ["for each" (of: Aspect) "aspect? icon among" (among: Many)] => Self { of, among: among.0 },
        ["equal to the number of" (of: Aspect) "aspect? icons among" (among: Many)] => Self { of, among: among.0 },
    );
}
