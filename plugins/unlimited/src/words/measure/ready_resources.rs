//! The ready resources of a player.

use super::prelude::*;

/// Ready resources of a player: how many there are is open to all (CR 1.17.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyResources(pub Who);

impl Word for ReadyResources {
    checked!(0: who);

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::RESOURCES)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let count = |seat| scene.board.players[usize::from(seat)].ready;
        scene.seats(self.0, cx).into_iter().map(count).map(i16::from).sum()
    }

    phrase!(
        ["the number of ready resources" {0: "control" / "controls"}]
        ["ready resource" {0: "control" / "controls"}]
    );
}
