//! Losing a trait.

use super::prelude::*;

/// It loses a trait, and cannot gain it again from what is older.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseTrait(pub Trait);

impl Word for LoseTrait {
    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, _: &mut Outlook) {}

    phrase!(["loses|lose the" (0: Trait) "trait"]);
}
