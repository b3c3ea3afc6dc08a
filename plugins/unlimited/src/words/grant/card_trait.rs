//! Traits.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::text::trait_text;
use crate::view::Outlook;
use crate::vocabulary;
use crate::words::measure::Measure;

/// It has a trait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trait(pub vocabulary::Trait);

impl Word for Trait {
    fn text(&self, _: &Names) -> Part {
        Part::has(format!("the {} trait", trait_text(self.0)))
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, _: &mut Outlook) {}
}

said!(Trait, at:
    ["gains|gain|has|have? the" (name: vocabulary::Trait) "trait"] => Self(name),
);
