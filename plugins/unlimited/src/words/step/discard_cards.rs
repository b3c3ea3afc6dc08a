//! Discarding cards from where they are.

use super::prelude::*;

/// Discard these cards from where they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscardCards(pub Vec<Whom>);

impl Word for DiscardCards {
    checked!(0: whoms);

    fn text(&self, names: &mut Names) -> String {
        format!("discard {}", names.whoms(&self.0).text)
    }

    said!(at:
        ["discard" (what: Object)] => Self(vec![what.0]),
        ["discard" (what: One)] if what.0.place == Place::Captured => at.choose(&what.0, Count::One).map(|what| Self(vec![what])),
        ["discard a card from it"] if !at.own => Self::from_hand(at),
        ["discard each" (what: Bare)] => Self(vec![Whom::Each(what.0)]),
    );
}

impl Does for DiscardCards {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::Discard);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.0)
    }
}

impl DiscardCards {
    /// A card of the hand that was looked at.
    fn from_hand(at: &mut At) -> Option<Self> {
        let (place, side) = (Place::Hand, Some(at.looked?));
        let what = Filter::from(Criteria { place, side, ..Criteria::default() });
        at.choose(&what, Count::One).map(|card| Self(vec![card]))
    }
}
