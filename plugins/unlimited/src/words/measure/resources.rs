//! The resources of a player, ready or exhausted.

use super::prelude::*;

/// Resources a player controls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resources(pub Who);

impl Word for Resources {
    checked!(0: who);

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::RESOURCES)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let count = |seat| scene.board.players[usize::from(seat)].resources.len() as i16;
        scene.seats(self.0, cx).into_iter().map(count).sum()
    }

    phrase!(
        ["the number of resources" {0: "control" / "controls"}]
        ["resource" {0: "control" / "controls"}]
    );
}
