//! Cards that were played this phase.

use super::prelude::*;

/// You played at least this many cards this phase that fit as printed, and as what they were played
/// (CR 7.5.17C); `other` leaves out the card itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Which cards.
    #[serde(default)]
    pub what: Filter,
    /// How many.
    #[serde(default = "one")]
    pub at_least: u8,
    /// Without the card the ability is on.
    #[serde(default)]
    pub other: bool,
}

impl Word for Played {
    checked!(at_least: above_0, what: printed);

    /// "you played another Villainy card this phase".
    fn text(&self, holds: bool, names: &Names) -> String {
        let what = Description::new(&self.what, names).of_cards();
        let cards = match (self.at_least, self.other) {
            (1, true) => format!("another {}", what.bare()),
            (1, false) => what.one(),
            (number, true) => format!("{number} or more other {}", what.many()),
            (number, false) => format!("{number} or more {}", what.many()),
        };
        format!("you {} {cards} this phase", either(holds, "played", "have not played"))
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.played(&self.what, self.other, cx) >= self.at_least
    }

    said!(at:
        ["you|you've played another" (what: BareCard) "this phase"] => Self::of(what.0, 1, true),
        ["you|you've played" (what: OneCard) "this phase"] => Self::of(what.0, 1, false),
        ["you|you've played" (least: Number) "or more" (what: ManyCards) "this phase"] => Self::of(what.0, least.0, false),
        ["you|you've played" (least: Number) "or more other" (what: ManyCards) "this phase"] => Self::of(what.0, least.0, true),
    );
}

impl Played {
    /// `None` where more is asked than what is printed.
    fn of(what: Filter, at_least: u8, other: bool) -> Option<Self> {
        let Criteria { another, .. } = *what;
        (!another && what.is_printed()).then_some(Self { what, at_least, other })
    }
}
