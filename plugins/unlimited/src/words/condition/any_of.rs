//! At least one of several conditions.

use super::all::{check_several, several};
use super::prelude::*;
use super::{AtLeast, Condition};
use crate::words::measure::Deeds;

/// At least one of these conditions holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnyOf(pub Vec<Condition>);

impl Word for AnyOf {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check_several(&self.0, check, scope, path);
    }

    /// The opposite of "any" is "all of the opposites".
    fn text(&self, holds: bool, names: &Names) -> String {
        let clauses: Vec<_> = self.0.iter().map(|c| c.word().text(holds, names)).collect();
        join(&clauses, either(holds, "or", "and"))
    }

    fn reads(&self) -> Reads {
        Reads::all(self.0.iter().map(|condition| condition.word().reads()))
    }

    fn reads_computed(&self) -> bool {
        self.0.iter().any(|condition| condition.word().reads_computed())
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        self.0.iter().any(|condition| condition.holds(scene, cx))
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.0.iter().all(|condition| condition.word().is_known(view, text))
    }

    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = several(reader, from, "or").into_iter();
        let lists = lists.map(|(list, at)| (Self(list), at));
        let either = Either::said(reader, from).into_iter().map(|(one, at)| (Self(one.0), at));
        lists.chain(either).collect()
    }
}

/// One condition about two places.
#[derive(Clone)]
struct Either(Vec<Condition>);

said!(Either, at:
    ["you|you've discarded a card from your hand or deck this phase"] => {
        let deeds = [Deed::CardsDiscardedFromHand, Deed::CardsDiscardedFromDeck];
        Self(deeds.map(|deed| AtLeast(Deeds(deed).into(), 1).into()).into())
    },
);
