//! The keywords of another card.

use super::prelude::*;

/// The keywords that the card with this ability has, whatever they are right now, with their numbers;
/// Bounty abilities, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItsKeywords;

impl Word for ItsKeywords {
    fn text(&self, names: &Names) -> Part {
        Part::of(format!("has {}", Phrase::one(names.this).possessive("keywords")))
    }

    said!(at:
        ["gains|gain|has|have" (whose: Its) "keywords"] if whose.0 == Whom::This => Self,
    );
}
