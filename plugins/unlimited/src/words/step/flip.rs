//! Turning a leader over to its other leader side.

use super::prelude::*;

/// Flip this leader: its other leader side is up, and nothing else about it changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flip;

impl Word for Flip {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        let sides = check.definition.flip_side.is_some();
        check.expect(sides, path, "expected on a leader with a `flip_side`");
    }

    phrase!(["flip this leader"]);
}

impl Does for Flip {
    fn does(&self, run: &mut Run<'_>) {
        if self.can(run) {
            run.propose(Proposal::new(Verb::Flip, run.source, run.seat));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.scene.in_play(run.source).is_some_and(|card| card.zone == Zone::Base)
    }
}
