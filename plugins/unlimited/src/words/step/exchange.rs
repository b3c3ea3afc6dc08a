//! Exchanging control of cards (CR 8.27).

use super::prelude::*;

/// Exchange control of two units: the controller of each takes control of the other, at once. Where
/// one is missing nothing happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange(pub Whom, pub Whom);

impl Word for Exchange {
    checked!(0 "one": whom, 1 "other": whom);

    fn text(&self, names: &mut Names) -> String {
        let (one, other) = (names.beside(&self.0).text, names.beside(&self.1).text);
        format!("exchange control of {one} and {other}")
    }

    said!(at:
        ["exchange control of" (one: Object) "and" (other: Object)] => Self(one.0, other.0),
        ["exchange control of those units"] => match &at.chosen()[..] {
            [one, other] => Some(Self(one.clone(), other.clone())),
            _ => None,
        },
    );
}

impl Does for Exchange {
    fn does(&self, run: &mut Run<'_>) {
        let cx = run.cx();
        let [one, other] = [&self.0, &self.1].map(|whom| run.scene.first(whom, &cx));
        let both = [(one, other), (other, one)];
        let [Some(first), Some(second)] =
            both.map(|(card, with)| Some((card, run.scene.unit(with)?.controller)))
        else {
            return;
        };
        if first.1 == second.1 {
            return;
        }
        for (card, seat) in [first, second] {
            run.propose(Proposal::new(Verb::TakeControl, card, seat));
        }
    }
}
