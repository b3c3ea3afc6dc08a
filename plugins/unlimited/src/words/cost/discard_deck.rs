//! Discarding from the deck.

use super::prelude::*;

/// Discard this many cards from the top of your deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscardDeck(pub u8);

impl Word for DiscardDeck {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.0 > 0, path, "expected a number above 0");
    }

    fn listed(&self) -> String {
        "discard".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        // Nobody minds that much what is milled.
        Loss::Resources(1)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        let deck = &bill.offer.scene.board.players[usize::from(bill.offer.seat)].deck;
        deck.len() >= usize::from(self.0)
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let deck = &bill.offer.scene.board.players[usize::from(bill.offer.seat)].deck;
        when(deck.len() >= usize::from(self.0), Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        let deck = &run.scene.board.players[usize::from(run.seat)].deck;
        for &slot in deck.iter().rev().take(self.0.into()) {
            let card = run.scene.reference(slot);
            run.propose(Proposal::new(Verb::Discard, card, run.seat));
        }
    }

    phrase!(["discard" (0: Cards) "from your deck"]);
}
