//! The Force (CR 8.37).

use super::prelude::*;

/// The Force is with that player: they create their Force token, unless they have it
/// (CR 8.37.1, 8.37.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TheForce(pub Who);

impl Word for TheForce {
    checked!(0: who);

    fn text(&self, names: &mut Names) -> String {
        let creates = names.does(self.0, "create", "creates");
        let whose = if self.0 == Who::You { "your" } else { "their" };
        format!("{creates} {whose} Force token")
    }

    fn is_told(&self) -> bool {
        self.0 == Who::You
    }

    said!(at:
        ["create your force token"] => Self(Who::You),
        ["the force is with you"] => Self(Who::You),
        [(who: Player) "creates their force token"] => Self(who.0),
    );
}

impl Does for TheForce {
    fn does(&self, run: &mut Run<'_>) {
        for seat in run.scene.seats(self.0, &run.cx()) {
            run.propose(Proposal::new(Verb::TheForce, Ref::NONE, seat));
        }
    }
}
