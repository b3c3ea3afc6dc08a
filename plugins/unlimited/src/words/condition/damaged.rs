//! Units that were damaged this way.

use super::prelude::*;

/// The last `Damage` of this text has dealt damage to a card that fits, or did right before it left
/// play; what was prevented was not dealt (CR 1.9.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damaged(pub Filter);

impl Word for Damaged {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.after, path, "expected a step before");
        check.filter_in(&self.0, scope, path);
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let what = Description::new(&self.0, names);
        match holds {
            true => format!("{} was damaged this way", what.one()),
            false => format!("no {} were damaged this way", what.many()),
        }
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.0)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let mut to = scene.dealt(cx).into_iter().flat_map(|dealt| dealt.to);
        to.any(|card| match scene.left_play(card) {
            Some(departed) => scene.fitted(&self.0, departed, cx),
            None => scene.fits(&self.0, card.slot, cx),
        })
    }

    said!(at:
        [(what: One) "was damaged this way"] => Self(what.0),
        [(what: One) "was damaged by this ability"] => Self(what.0),
    );
}
