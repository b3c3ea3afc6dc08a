//! The Credit tokens of a player.

use super::prelude::*;

/// Credit tokens you control (CR 3.7.13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Credits;

impl Word for Credits {
    fn reads(&self) -> Reads {
        Reads::RESOURCES
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.board.players[usize::from(cx.seat)].credits.into()
    }

    phrase!(["the number of friendly Credit tokens"]["friendly Credit token"]);
}
