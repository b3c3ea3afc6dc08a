//! Attacks of others this phase.

use super::prelude::*;

/// A unit other than this one has attacked this phase, on either side and whatever has become of it
/// since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherAttacked(pub Whom);

impl Word for OtherAttacked {
    checked!(0: whom);

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let this = scene.first(&self.0, cx);
        let mut attackers = scene.board.players.iter().flat_map(|player| &player.phase.attackers);
        attackers.any(|attacker| attacker.card != this)
    }

    phrase!(
        [{"a unit other than" / "no units other than"} (0: Object) {"has" / "have"} "attacked this phase"]
    );
}
