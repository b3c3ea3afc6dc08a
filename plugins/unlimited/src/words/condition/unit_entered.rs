//! Units that came into play this phase.

use super::prelude::*;

/// Another unit entered play under your control this phase, in whatever way, whatever became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitEntered;

impl Word for UnitEntered {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let this = match scene.left_play(cx.source) {
            Some(departed) => departed.card,
            None => *scene.card(cx.source.slot),
        };
        let itself = this.marks.has(Marks::ENTERED_NOW) && this.controller == cx.seat;
        let entered = scene.board.players[usize::from(cx.seat)].phase.deeds.units_entered;
        entered > itself.into()
    }

    phrase!(["another friendly unit" {"entered" / "has not entered"} "play this phase"]);
}
