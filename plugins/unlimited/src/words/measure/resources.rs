//! Resources.

use super::prelude::*;

/// Resources a player controls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resources(pub Who);

impl Word for Resources {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.0, scope, path);
    }

    fn noun(&self, names: &Names) -> String {
        format!("the number of resources {}", names.subject(self.0, "control", "controls"))
    }

    fn each(&self, names: &Names) -> String {
        format!("resource {}", names.subject(self.0, "control", "controls"))
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::RESOURCES)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let count = |seat| scene.board.players[usize::from(seat)].resources.len() as i16;
        scene.seats(self.0, cx).into_iter().map(count).sum()
    }
}

said!(Resources, at:
    ["equal to the number of resources you control"] => Self(Who::You),
    ["for each resource you control"] => Self(Who::You),
    ["equal to the number of resources" (who: Player) "controls"] => Self(who.0),
    ["for each resource" (who: Player) "controls"] => Self(who.0),
);
