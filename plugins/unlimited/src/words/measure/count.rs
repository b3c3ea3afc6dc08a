//! The number of cards that fit a filter.

use super::prelude::*;

/// The number of cards that fit, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count(pub Filter);

impl Word for Count {
    checked!(0: filter_in);

    fn noun(&self, names: &Names) -> String {
        format!("the number of {}", Description::new(&self.0, names).many())
    }

    fn each(&self, names: &Names) -> String {
        Description::new(&self.0, names).bare()
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.0)
    }

    fn reads_computed(&self) -> bool {
        self.0.reads_computed()
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let mut found = Refs::new();
        scene.candidates(&self.0, cx, &mut found);
        found.len() as i16
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.0)
    }

    said!(at:
        ["equal to the number of" (what: Many)] if !is_hand(&what.0) => Self(what.0),
        ["for each other friendly" (name: Titles)] if !at.own => {
            Self(Criteria { side: Some(Who::You), another: true, named: name.0, ..Criteria::default() }.into())
        },
        ["for each" (what: BareCard) "discarded|revealed this way"] => seen(&what.0, at),
        ["equal to the number of" (what: ManyCards) "discarded|revealed this way"] => seen(&what.0, at),
        ["for each" (what: Bare)] if !is_hand(&what.0) => Self(what.0),
    );
}

/// Those of the cards discarded or revealed that fit.
fn seen(what: &Filter, at: &At) -> Option<Count> {
    let plain = **what == Criteria::default() || what.place != Place::Play;
    let seen = at.names.seen().0 == "card" && at.names.is_bound(&Whom::It);
    (seen && !plain)
        .then(|| Count(Criteria { place: Place::Looked, ..Criteria::clone(what) }.into()))
}

/// Tells whether it is just somebody's hand, or their resources or those of them that are ready or
/// exhausted, which are measures of their own.
fn is_hand(filter: &Filter) -> bool {
    let Criteria { place, side, exhausted, .. } = **filter;
    matches!(place, Place::Hand | Place::Resources)
        && **filter == Criteria { place, side, exhausted, ..Criteria::default() }
}
