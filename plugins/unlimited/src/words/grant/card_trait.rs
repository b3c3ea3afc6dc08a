//! Traits that a card gains.

use super::prelude::*;
use crate::vocabulary;

/// It has a trait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trait(pub vocabulary::Trait);

impl Word for Trait {
    fn text(&self, _: &Names) -> Part {
        Part::of(format!("has the {} trait", trait_text(self.0)))
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, _: &mut Outlook) {}

    said!(at:
        ["gains|gain|has|have? the" (name: vocabulary::Trait) "trait"] => Self(name),
    );
}
