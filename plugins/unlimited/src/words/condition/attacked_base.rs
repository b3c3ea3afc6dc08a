//! The last action of a player this phase.

use super::prelude::*;

/// An attack on a base by that player during their last action of this phase, by the action or by an ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackedBase(pub Who);

impl Word for AttackedBase {
    checked!(0: who);

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let did = |&seat: &u8| scene.board.players[usize::from(seat)].phase.deeds.attacked_base;
        scene.seats(self.0, cx).iter().any(did)
    }

    phrase!([(0: Player) {"attacked" / "did not attack"} "a base during their previous action this phase"], at:
        ["an opponent attacked your base during their previous action this phase"] => Self(Who::Opponent),
    );
}
