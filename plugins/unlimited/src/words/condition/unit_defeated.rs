//! Units that were defeated this phase.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;
use crate::vocabulary::Who;

/// A unit of that side was defeated this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitDefeated(pub Who);

impl Word for UnitDefeated {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.0, scope, path);
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        format!("{} was defeated this phase", names.unit_of(self.0, holds))
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let defeated = |seat| scene.board.players[usize::from(seat)].phase.units_defeated > 0;
        scene.seats(self.0, cx).into_iter().any(defeated)
    }
}

said!(UnitDefeated, at:
    ["a friendly unit was|has been? defeated this phase"] => Self(Who::You),
    ["an enemy unit was|has been? defeated this phase"] => Self(Who::Opponent),
    ["a unit was defeated this phase"] => Self(Who::Each),
);
