//! Different costs or names.

use super::prelude::*;

/// The number of different ones among the cards that fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Different {
    /// The printed fact in which the cards must differ.
    pub of: Printed,
    /// The cards that are compared with each other.
    pub among: Filter,
}

/// Something printed on cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Printed {
    /// The cost in resources (CR 1.8).
    Cost,
    /// The name; subtitles do not count (CR 8.23.2).
    Name,
}

impl Different {
    const fn what(&self) -> &'static str {
        match self.of {
            Printed::Cost => "cost",
            Printed::Name => "name",
        }
    }
}

impl Word for Different {
    checked!(among: filter_in);

    fn noun(&self, names: &Names) -> String {
        let among = Description::new(&self.among, names).many();
        format!("the number of different {}s among {among}", self.what())
    }

    fn each(&self, names: &Names) -> String {
        let among = Description::new(&self.among, names).many();
        format!("different {} among {among}", self.what())
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
        let printed = |at: usize| &scene.printed(found[at].slot).definition;
        let same = |one: usize, other: usize| match self.of {
            Printed::Cost => printed(one).cost == printed(other).cost,
            Printed::Name => printed(one).name == printed(other).name,
        };
        (0..found.len()).filter(|&one| !(0..one).any(|other| same(one, other))).count() as i16
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.among)
    }

    said!(at:
        ["for each" (among: Bare) "with a different name"] => Self { of: Printed::Name, among: among.0 },
        ["for each different" (of: Printed) "among" (among: Many)] => Self { of, among: among.0 },
        ["equal to the number of different" (of: Printed) "among" (among: Many)] => Self { of, among: among.0 },
        ["the number of different" (of: Printed) "among" (among: Many)] => Self { of, among: among.0 },
    );
}

said!(Printed, at:
    ["cost|costs"] => Self::Cost,
    ["name|names"] => Self::Name,
);
