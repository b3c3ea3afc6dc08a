//! Cards in a hand.

use super::prelude::*;

/// Cards in a player's hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hand(pub Who);

impl Word for Hand {
    checked!(0: who);

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::PILES)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let count = |seat| scene.board.players[usize::from(seat)].hand.len() as i16;
        scene.seats(self.0, cx).into_iter().map(count).sum()
    }

    fn is_known(&self, _: &View<'_>, _: &Text<'_>) -> bool {
        // What it is done to is not known here.
        self.0 != Who::ControllerOfTarget
    }

    phrase!(["the number of cards in" (0: Owner) "hand"] ["card in" (0: Owner) "hand"], at:
        ["for each card in its controller 's hand"] => Self(Who::ControllerOfTarget),
        ["equal to the number of cards in that player 's hand"] => Self(Who::ControllerOfTarget),
    );
}
