//! Cards that were played this phase.

use super::prelude::*;

/// A player played at least this many cards this phase that fit as printed, and as what they were played
/// (CR 7.5.17C); `other` leaves out the card itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The player who played the cards; the ability's controller when left out.
    #[serde(default = "you", skip_serializing_if = "Who::is_you")]
    pub who: Who,
    /// The cards that count, judged by what is printed on them.
    #[serde(default)]
    pub what: Filter,
    /// The number of cards that is enough; 1 when left out.
    #[serde(default = "one")]
    pub at_least: u8,
    /// Without the card the ability is on.
    #[serde(default)]
    pub other: bool,
}

impl Word for Played {
    checked!(who: who, at_least: above_0, what: printed);

    /// "you played another Villainy card this phase".
    fn text(&self, holds: bool, names: &Names) -> String {
        let what = Description::new(&self.what, names).of_cards();
        let cards = match (self.at_least, self.other) {
            (1, true) => format!("another {}", what.bare()),
            (1, false) => what.one(),
            (number, true) => format!("{number} or more other {}", what.many()),
            (number, false) => format!("{number} or more {}", what.many()),
        };
        let played = names.subject(self.who, "played", "played");
        let not = names.subject(self.who, "have not played", "has not played");
        format!("{} {cards} this phase", if holds { played } else { not })
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let played = |seat| scene.played(seat, &self.what, self.other, cx) >= self.at_least;
        scene.seats(self.who, cx).into_iter().any(played)
    }

    said!(at:
        ["you|you've played another" (what: BareCard) "this phase"] => Self::of(what.0, 1, true),
        ["you|you've played" (what: OneCard) "this phase"] => Self::of(what.0, 1, false),
        ["you|you've played" (least: Number) "or more" (what: ManyCards) "this phase"] => Self::of(what.0, least.0, false),
        [(who: Player) "played" (least: Number) "or more" (what: ManyCards) "this phase"] if who.0 == Who::Opponent
            => Self::of(what.0, least.0, false).map(|played| Self { who: who.0, ..played }),
        ["you|you've played" (least: Number) "or more other" (what: ManyCards) "this phase"] => Self::of(what.0, least.0, true),
    );
}

impl Played {
    /// `None` where more is asked than what is printed.
    fn of(what: Filter, at_least: u8, other: bool) -> Option<Self> {
        let Criteria { another, .. } = *what;
        (!another && what.is_printed()).then_some(Self { who: Who::You, what, at_least, other })
    }
}
