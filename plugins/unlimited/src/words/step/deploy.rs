//! Deploying this leader otherwise than by its Epic Action of that name.

use super::prelude::*;

/// Deploy this leader, as a unit (CR 3.4.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deploy;

impl Word for Deploy {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(check.is(&[Kind::Leader]), path, "expected on a leader");
    }

    phrase!(["deploy this leader"], at:
        ["deploy him|her|it"] if !at.own && at.topic == Some(Whom::This) => Self,
    );
}

impl Does for Deploy {
    fn does(&self, run: &mut Run<'_>) {
        if self.can(run) {
            run.propose(Proposal::new(Verb::Deploy, run.source, run.seat));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.scene.in_play(run.source).is_some_and(|card| card.zone == Zone::Base)
    }
}
