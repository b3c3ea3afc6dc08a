//! Units defeated just now.

use super::prelude::*;

/// The number of these units that were defeated, of those that such players controlled: "for each
/// enemy unit defeated this way".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defeated {
    /// The units that were to be defeated.
    pub of: Whom,
    /// The player, or the players, who controlled those that count.
    pub side: Who,
}

impl Word for Defeated {
    checked!(of: whom, side: who);

    fn noun(&self, names: &Names) -> String {
        format!("the number of {} defeated this way", Description::new(&self.units(), names).many())
    }

    fn each(&self, names: &Names) -> String {
        format!("{} defeated this way", Description::new(&self.units(), names).bare())
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.of).with(Reads::of_who(self.side)).with(Reads::LEFT)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let seats = scene.seats(self.side, cx);
        let units = scene.named(&self.of, cx);
        let theirs = units.iter().filter(|card| seats.contains(&scene.controller(**card)));
        theirs.filter(|card| scene.was_defeated(**card)).count() as i16
    }

    said!(at:
        ["for each friendly unit defeated this way"] => defeated(at, Who::You),
        ["for each enemy unit defeated this way"] => defeated(at, Who::Opponent),
        ["for each unit defeated this way"] => defeated(at, Who::Each),
    );
}

/// The measure about the cards that were chosen first. `None` where nothing was chosen.
fn defeated(at: &At, side: Who) -> Option<Defeated> {
    at.chosen().first().map(|of| Defeated { of: of.clone(), side })
}

impl Defeated {
    fn units(&self) -> Filter {
        Criteria { side: Some(self.side), ..Criteria::default() }.into()
    }
}
