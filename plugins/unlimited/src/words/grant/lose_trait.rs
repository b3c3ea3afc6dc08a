//! Losing a trait.

use super::prelude::*;
use crate::vocabulary;

/// It loses a trait, and cannot gain it again from what is older.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseTrait(pub vocabulary::Trait);

impl Word for LoseTrait {
    fn text(&self, _: &Names) -> Part {
        Part::loses(format!("the {} trait", trait_text(self.0)))
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, _: &mut Outlook) {}
}

said!(LoseTrait, at:
    ["loses|lose the" (name: vocabulary::Trait) "trait"] => Self(name),
);
