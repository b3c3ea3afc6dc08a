//! Units getting upgrades.

use super::prelude::*;
use crate::filter::fits_printed;

/// An upgrade that fits as printed attaches to the unit. Tokens that are given are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GetsUpgrade {
    /// The unit that the upgrade attaches to.
    pub unit: Subject,
    /// The upgrade that attaches, by what is printed on it.
    #[serde(default)]
    pub what: Filter,
}

impl Word for GetsUpgrade {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.unit, scope, &path.to("unit"));
        check.printed(&self.what, &path.to("what"));
        let upgrades = self.what.is == [KindSet::Upgrade] && self.what.token != Some(true);
        check.expect(upgrades, &path.to("what"), "expected upgrades that are no tokens");
    }

    fn happening(&self, names: &Names) -> String {
        let upgrade = Description::new(&self.what, names).one();
        format!("{upgrade} attaches to {}", names.event(&self.unit, "").trim_end())
    }

    fn subject(&self) -> &'static str {
        "that upgrade"
    }

    fn facts(&self) -> u32 {
        facts::ATTACHES
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.unit)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let attaches = matches!(
            by.verb(),
            Verb::PlayUpgrade | Verb::Deploy | Verb::Attach | Verb::EnterAttached
        );
        let fits = || {
            let printed = by.scene.printed(by.subject().slot);
            fits_printed(&self.what, KindSet::Upgrade.into(), printed)
        };
        by.met(attaches && by.is(&self.unit, by.fact.what.other) && fits())
    }

    said!(at:
        ["when?" (what: One) "attaches to" (unit: Subject)] if what.0.is == [KindSet::Upgrade] && what.0.is_printed()
            => Self { unit, what: what.0 },
        ["when a" (traits: TraitSet) "attaches to" (unit: Subject)] => {
            let what = Criteria { is: vec![KindSet::Upgrade], traits, ..Criteria::default() };
            Self { unit, what: what.into() }
        },
    );
}
