//! Units that were defeated this phase.

use super::prelude::*;

/// Units of that side that were defeated this phase, whatever has become of them since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitsDefeated(pub Who);

impl UnitsDefeated {
    fn units(&self) -> Filter {
        Criteria { side: Some(self.0), ..Criteria::default() }.into()
    }
}

impl Word for UnitsDefeated {
    checked!(0: who);

    fn noun(&self, names: &Names) -> String {
        let units = Description::new(&self.units(), names).many();
        format!("the number of {units} that were defeated this phase")
    }

    fn each(&self, names: &Names) -> String {
        format!("{} that was defeated this phase", Description::new(&self.units(), names).bare())
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let defeated =
            |seat| i16::from(scene.board.players[usize::from(seat)].phase.units_defeated);
        scene.seats(self.0, cx).into_iter().map(defeated).sum()
    }

    said!(at:
        ["for each friendly unit that was defeated this phase"] => Self(Who::You),
        ["for each enemy unit that was defeated this phase"] => Self(Who::Opponent),
        ["for each unit that was defeated this phase"] => Self(Who::Each),
        ["equal to the number of friendly units that were defeated this phase"] => Self(Who::You),
        ["equal to the number of enemy units that were defeated this phase"] => Self(Who::Opponent),
        ["equal to the number of units that were defeated this phase"] => Self(Who::Each),
    );
}
