//! Different names and costs.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reader::{Many, said};
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::view::{Text, View};
use crate::vocabulary::Filter;

/// Different names, or costs, among cards that fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Different {
    /// What is told apart.
    pub of: Printed,
    /// On which cards.
    pub among: Filter,
}

/// Something that is printed on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Printed {
    /// Its title, without the subtitle.
    Name,
    /// Its cost.
    Cost,
}

impl Printed {
    const fn nouns(self) -> (&'static str, &'static str) {
        match self {
            Self::Name => ("name", "names"),
            Self::Cost => ("cost", "costs"),
        }
    }
}

impl Word for Different {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.filter_in(&self.among, scope, &path.to("among"));
    }

    fn noun(&self, names: &Names) -> String {
        let among = Description::new(&self.among, names).many();
        format!("the number of different {} among {among}", self.of.nouns().1)
    }

    fn each(&self, names: &Names) -> String {
        let among = Description::new(&self.among, names).many();
        format!("different {} among {among}", self.of.nouns().0)
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
        let alike = |one: Ref, other: Ref| {
            let of = |card: Ref| &scene.printed(card.slot).definition;
            match self.of {
                Printed::Name => of(one).name == of(other).name,
                Printed::Cost => of(one).cost == of(other).cost,
            }
        };
        let first = |&(place, card): &(usize, &Ref)| {
            !found[..place].iter().any(|other| alike(*other, *card))
        };
        found.iter().enumerate().filter(first).count() as i16
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.among)
    }
}

said!(Printed, at:
    ["name|names"] => Self::Name,
    ["cost|costs"] => Self::Cost,
);

said!(Different, at:
    ["for each different" (of: Printed) "among" (among: Many)] => Self { of, among: among.0 },
    ["equal to the number of different" (of: Printed) "among" (among: Many)] => Self { of, among: among.0 },
);
