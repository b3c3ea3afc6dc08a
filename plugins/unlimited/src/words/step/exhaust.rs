//! Exhausting units and other cards.

use super::prelude::*;

/// Exhaust these cards, all at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exhaust(pub Vec<Whom>);

impl Word for Exhaust {
    checked!(0: whoms);

    fn text(&self, names: &mut Names) -> String {
        format!("exhaust {}", names.whoms(&self.0).text)
    }

    said!(at:
        ["exhaust" (what: Targets)] if !at.chose_resources() => Self(what.0),
    );
}

impl Does for Exhaust {
    fn does(&self, run: &mut Run<'_>) {
        run.all(&self.0, Verb::Exhaust);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let mut cards = Refs::new();
        self.0.iter().for_each(|whom| run.scene.whom(whom, &run.cx(), &mut cards));
        let ready = |card: &Ref| run.scene.in_play(*card).is_some_and(|card| !card.is_exhausted());
        cards.iter().any(ready)
    }
}
