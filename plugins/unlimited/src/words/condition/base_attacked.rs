//! Bases that were attacked.

use super::prelude::*;

/// The base of that player was attacked this phase, whatever has become of the attacker since and
/// whether or not the base was damaged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseAttacked(pub Who);

impl Word for BaseAttacked {
    checked!(0: who);

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let attacked = |seat: Seat| {
            let attackers = scene.board.players.iter().flat_map(|player| &player.phase.attackers);
            attackers.into_iter().any(|attacker| attacker.base && attacker.against == seat)
        };
        scene.seats(self.0, cx).into_iter().any(attacked)
    }

    phrase!([(0: BaseOf) {"was" / "was not"} "attacked this phase"], at:
        ["an enemy unit has? attacked your base this phase"] if !at.own => Self(Who::You),
    );
}
