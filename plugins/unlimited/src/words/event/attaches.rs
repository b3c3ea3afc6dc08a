//! An upgrade attaching to a unit.

use super::prelude::*;

/// This upgrade attaches to a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attaches;

impl Word for Attaches {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.attached, path, "expected on upgrades only");
    }

    fn happening(&self, names: &Names) -> String {
        format!("{} attaches to a unit", names.this)
    }

    fn facts(&self) -> u32 {
        facts::ATTACHES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&Subject::This)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let attaches = matches!(
            by.verb(),
            Verb::PlayUpgrade | Verb::Deploy | Verb::Attach | Verb::EnterAttached
        );
        by.met(attaches && by.subject() == by.listener.now)
    }

    said!(at:
        ["when? this upgrade attaches to a unit"] => Self,
    );
}
