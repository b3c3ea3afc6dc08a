//! The first round.

use super::prelude::*;

/// It is the first round of the game (CR 5.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstRound;

impl Word for FirstRound {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        scene.board.round == 1
    }

    phrase!(["it" {"is" / "is not"} "the first round of the game"], at:
        ["it 's the first round of the game"] => Self,
    );
}
