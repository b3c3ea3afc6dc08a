//! Captured units that are rescued (CR 8.33.3).

use super::prelude::*;

/// Rescue captured cards: they enter play again, exhausted (CR 8.33.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rescue(pub Vec<Whom>);

impl Word for Rescue {
    checked!(0: whoms);

    phrase!(["rescue" (0: Targets)], at:
        ["its owner rescues it"] if !at.own && at.names.is_bound(&Whom::It) => Self(vec![Whom::It]),
    );
}

impl Does for Rescue {
    fn does(&self, run: &mut Run<'_>) {
        let scene = run.scene;
        // What has been captured since it was bound is another card.
        run.each(&self.0, |card, seat| Proposal::new(Verb::Rescue, scene.now(card), seat));
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let mut cards = Refs::new();
        self.0.iter().for_each(|whom| run.scene.whom(whom, &run.cx(), &mut cards));
        !cards.is_empty()
    }
}
