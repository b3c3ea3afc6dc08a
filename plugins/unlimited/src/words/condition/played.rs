//! Cards that were played this phase.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Word, either};
use crate::library::{Check, Scope};
use crate::reader::{Number, said};
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::join;
use crate::text::names::Names;
use crate::vocabulary::{Aspect, AspectSet, one};

/// You played at least this many cards with one of the aspects this phase (any card when
/// empty); `other` leaves out the card itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Any of these aspects.
    #[serde(default)]
    pub aspects: AspectSet,
    /// How many.
    #[serde(default = "one")]
    pub at_least: u8,
    /// Without the card the ability is on.
    #[serde(default)]
    pub other: bool,
}

impl Word for Played {
    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.above_0(self.at_least, path, "at_least");
    }

    /// "you played another Villainy card this phase".
    fn text(&self, holds: bool, _: &Names) -> String {
        let aspects: Vec<Aspect> = self.aspects.into();
        let names: Vec<_> = aspects.iter().map(|aspect| format!("{aspect:?}")).collect();
        let kind = join(&names, "or");
        let space = if kind.is_empty() { "" } else { " " };
        let cards = match (self.at_least, self.other) {
            (1, true) => format!("another {kind}{space}card"),
            (1, false) => {
                let article = if kind.starts_with('A') { "an" } else { "a" };
                format!("{article} {kind}{space}card")
            }
            (number, true) => format!("{number} or more other {kind}{space}cards"),
            (number, false) => format!("{number} or more {kind}{space}cards"),
        };
        format!("you {} {cards} this phase", either(holds, "played", "have not played"))
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.played(self.aspects, self.other, cx) >= self.at_least
    }
}

said!(Played, at:
    ["you played another" (aspects: Colours) "card this phase"] => Self { aspects: aspects.0, at_least: 1, other: true },
    ["you played a|an" (aspects: Colours) "card this phase"] => Self { aspects: aspects.0, at_least: 1, other: false },
    ["you played" (least: Number) "or more" (aspects: Colours) "cards this phase"] => Self { aspects: aspects.0, at_least: least.0, other: false },
    ["you played" (least: Number) "or more other" (aspects: Colours) "cards this phase"] => Self { aspects: aspects.0, at_least: least.0, other: true },
);

/// Aspects, or none.
#[derive(Clone)]
struct Colours(AspectSet);

said!(Colours, at:
    [""] => Self(AspectSet::default()),
    [(aspects: AspectSet)] => Self(aspects),
);
