//! Cards that were chosen.

use super::prelude::*;

/// The number of cards that a register holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound(pub Whom);

impl Word for Bound {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn noun(&self, _: &Names) -> String {
        "their number".to_owned()
    }

    fn each(&self, names: &Names) -> String {
        format!("of {}", names.whom(&self.0).text)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.named(&self.0, cx).len() as i16
    }

    said!(at:
        ["for each of" (whom: Object)] => Self(whom.0),
        ["for each card|resource revealed|returned this way"] => chosen(at),
        ["for each unit exhausted this way"] => {
            at.exhausted = true;
            chosen(at)
        },
        ["equal to the number of cards discarded|revealed|returned this way"] => chosen(at),
    );
}

/// The number of cards in `It`, if that alone has been chosen so far.
fn chosen(at: &At) -> Option<Bound> {
    (at.chosen() == [Whom::It]).then_some(Bound(Whom::It))
}
