//! Smuggle for resources (CR 7.5.14).

use super::prelude::*;

/// Smuggle for its printed cost and icons and this many resources more; resources gain it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smuggle {
    /// The number of resources beyond the printed cost.
    pub more: u8,
}

impl Word for Smuggle {
    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.error(path.clone(), "expected on resources, by a constant ability");
    }

    phrase!(["has Smuggle for its cost and icons and" (more: Number) "more"]);
}
