//! Units that left play this phase.

use super::prelude::*;

/// A unit of that side left play this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitLeftPlay(pub Who);

impl Word for UnitLeftPlay {
    checked!(0: who);

    fn text(&self, holds: bool, names: &Names) -> String {
        format!("{} left play this phase", names.unit_of(self.0, holds))
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let left = |seat| scene.board.players[usize::from(seat)].phase.units_left > 0;
        scene.seats(self.0, cx).into_iter().any(left)
    }

    said!(at:
        ["a friendly unit left play this phase"] => Self(Who::You),
        ["an enemy unit left play this phase"] => Self(Who::Opponent),
        ["a unit left play this phase"] => Self(Who::Each),
    );
}
