//! One of several cards.

use super::prelude::*;

/// One of the cards named, at least, is in play and fits: "if you give a Shield to an enemy unit this way".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Among(pub Whom, pub Filter);

impl Word for Among {
    checked!(0 "whom": whom, 1 "what": filter_in);

    fn text(&self, holds: bool, names: &Names) -> String {
        let what = Description::new(&self.1, names);
        let what = if holds { what.one() } else { format!("no {}", what.bare()) };
        format!("{what} is one of {}", names.whom(&self.0).text)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::of_filter(&self.1))
    }

    fn reads_computed(&self) -> bool {
        self.1.reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let fits =
            |card: &Ref| scene.in_play(*card).is_some() && scene.fits(&self.1, card.slot, cx);
        scene.named(&self.0, cx).iter().any(fits)
    }

    said!(at:
        [(what: One) "is one of" (whom: Object)] if at.own => Self(whom.0, what.0),
    );
}
