//! Units that entered play this phase.

use super::prelude::*;

/// So many units entered play this phase under the control of that player, tokens and leaders
/// too, whatever has become of them since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitsEntered(pub Who, #[serde(default = "one")] pub u8);

impl Word for UnitsEntered {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.0, scope, path);
        check.above_0(self.1, path, "at least");
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let filter = Criteria { side: Some(self.0), ..Criteria::default() }.into();
        let units = Description::new(&filter, names).many();
        let entered = either(holds, "entered", "did not enter");
        format!("{} or more {units} {entered} play this phase", self.1)
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let entered =
            |seat| u16::from(scene.board.players[usize::from(seat)].phase.deeds.units_entered);
        scene.seats(self.0, cx).into_iter().map(entered).sum::<u16>() >= self.1.into()
    }

    said!(at:
        [(least: Number) "or more friendly units entered play this phase"] => Self(Who::You, least.0),
        [(least: Number) "or more enemy units entered play this phase"] => Self(Who::Opponent, least.0),
        [(least: Number) "or more units entered play this phase"] => Self(Who::Each, least.0),
    );
}
