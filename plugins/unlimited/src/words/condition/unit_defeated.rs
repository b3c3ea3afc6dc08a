//! Units that were defeated this phase.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Word, either};
use crate::library::{Check, Scope};
use crate::reader::{Number, said};
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::vocabulary::{Criteria, Who, one};

/// Units of that side were defeated this phase, at least so many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitDefeated(pub Who, #[serde(default = "one")] pub u8);

impl Word for UnitDefeated {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.0, scope, path);
        check.above_0(self.1, path, "at least");
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        if self.1 == 1 {
            return format!("{} was defeated this phase", names.unit_of(self.0, holds));
        }
        let filter = Criteria { side: Some(self.0), ..Criteria::default() }.into();
        let units = Description::new(&filter, names).many();
        let were = either(holds, "were", "were not");
        format!("{} or more {units} {were} defeated this phase", self.1)
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let defeated =
            |seat| u16::from(scene.board.players[usize::from(seat)].phase.units_defeated);
        scene.seats(self.0, cx).into_iter().map(defeated).sum::<u16>() >= self.1.into()
    }
}

said!(UnitDefeated, at:
    ["a friendly unit was|has been? defeated this phase"] => Self(Who::You, 1),
    ["an enemy unit was|has been? defeated this phase"] => Self(Who::Opponent, 1),
    ["a unit was defeated this phase"] => Self(Who::Each, 1),
    [(least: Number) "or more friendly units were|have been? defeated this phase"] => Self(Who::You, least.0),
    [(least: Number) "or more enemy units were|have been? defeated this phase"] => Self(Who::Opponent, least.0),
    [(least: Number) "or more units were|have been? defeated this phase"] => Self(Who::Each, least.0),
);
