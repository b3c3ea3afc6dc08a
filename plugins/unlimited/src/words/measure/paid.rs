//! The resources that were paid for a card.

use super::prelude::*;

/// Resources that were paid to play a card this round; for each Credit token it is one less (CR
/// 3.7.13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paid(pub Whom);

impl Word for Paid {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::HISTORY)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let card = scene.first(&self.0, cx);
        let mut plays =
            scene.board.players.iter().flat_map(|player| player.phase.played.this_round());
        // An ability of a card that has left play is on its next incarnation.
        let paid = |played: &&crate::board::Played| {
            played.card == card || self.0 == Whom::This && played.card.next() == card
        };
        plays.rfind(paid).map_or(0, |played| played.paid.into())
    }

    phrase!(
        ["the number of resources paid to play" (0: Object)]
        ["resource paid to play" (0: Object)]
    );
}
