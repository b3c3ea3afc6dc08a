//! Cards of a hand that are revealed or discarded.

use super::prelude::*;

/// The player reveals or discards one or more cards of their hand at once (CR 8.25.1, 1.14.1),
/// whoever makes them do it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShowsHand(pub Who);

impl Word for ShowsHand {
    checked!(0: who);

    fn happening(&self, names: &Names) -> String {
        let reveals = names.subject(self.0, "reveal or discard", "reveals or discards");
        let hand = if self.0 == Who::You { "your hand" } else { "their hand" };
        format!("{reveals} cards of {hand}")
    }

    fn subject(&self) -> &'static str {
        "that card"
    }

    fn facts(&self) -> u32 {
        facts::REVEALED | facts::DISCARDED
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let shown = matches!(by.verb(), Verb::Reveal | Verb::Discard);
        // Those that are shown together are shown once.
        let shown = shown && by.fact.from == Some(Zone::Hand) && by.fact.what.number == 0;
        let owner = || by.scene.card(by.subject().slot).owner;
        by.met(shown && by.scene.seats(self.0, &by.cx()).contains(&owner()))
    }

    said!(at:
        ["when? you reveal or discard 1 or more cards from your hand"] => Self(Who::You),
        ["when? you reveal or discard cards of your hand"] => Self(Who::You),
        ["when?" (who: Player) "reveals or discards cards of their hand"] => Self(who.0),
    );
}
