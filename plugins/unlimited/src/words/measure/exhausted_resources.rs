//! The exhausted resources of a player.

use super::prelude::*;

/// Exhausted resources of a player: how many there are is open to all (CR 1.17.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExhaustedResources(pub Who);

impl Word for ExhaustedResources {
    checked!(0: who);

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::RESOURCES)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let count = |seat| {
            let player = &scene.board.players[usize::from(seat)];
            player.resources.len() as i16 - i16::from(player.ready)
        };
        scene.seats(self.0, cx).into_iter().map(count).sum()
    }

    phrase!(
        ["the number of exhausted resources" {0: "control" / "controls"}]
        ["exhausted resource" {0: "control" / "controls"}]
    );
}
