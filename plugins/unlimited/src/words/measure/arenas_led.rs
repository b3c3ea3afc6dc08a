//! Arenas in which a player has the most units.

use super::prelude::*;
use crate::vocabulary::Arena;

/// The number of arenas in which you control more units than your opponent, 0 to 2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenasLed;

impl Word for ArenasLed {
    fn reads(&self) -> Reads {
        Reads::PLAY
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let leads = |arena: &Arena| {
            let there = scene.board.play.iter().map(|&slot| scene.card(slot));
            let there = there.filter(|card| card.zone == Zone::arena(*arena));
            let (own, all) = there.fold((0, 0), |(own, all), card| {
                (own + usize::from(card.controller == cx.seat), all + 1)
            });
            2 * own > all
        };
        [Arena::Ground, Arena::Space].iter().filter(|arena| leads(arena)).count() as i16
    }

    phrase!(
        ["the number of arenas in which you control more units than the opponent"]
        ["arena in which you control more units than the opponent"],
        at:
        ["for each arena in which you control more units than each opponent"] => Self,
        ["for each arena in which you control the most units"] if !at.own => Self,
    );
}
