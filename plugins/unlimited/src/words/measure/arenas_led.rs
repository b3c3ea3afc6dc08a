//! Arenas in which a player has the most units.

use super::prelude::*;
use crate::seats::SEATS;
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
            let mut units = [0; SEATS];
            there.for_each(|card| units[usize::from(card.controller)] += 1);
            let own = core::mem::replace(&mut units[usize::from(cx.seat)], 0);
            units.into_iter().all(|theirs| own > theirs)
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
