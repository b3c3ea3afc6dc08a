//! An upgrade detaching from a unit.

use super::prelude::*;

/// This upgrade detaches from a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detaches;

impl Word for Detaches {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.attached, path, "expected on upgrades only");
    }

    fn happening(&self, names: &Names) -> String {
        format!("{} detaches from a unit", names.this)
    }

    fn facts(&self) -> u32 {
        facts::DETACHES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&Subject::This)
    }

    /// "That unit" is the one it was attached to.
    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let host = match by.verb() {
            Verb::Attach | Verb::Move(_) => by.fact.what.source,
            _ => by.listener.departed?.host,
        };
        (by.subject() == by.listener.now && host.is_some()).then_some(host)
    }

    said!(at:
        ["when? this upgrade detaches from a unit"] => Self,
        ["when this upgrade becomes unattached from a unit"] => Self,
    );
}
