//! Texts that say what happens in the place of something else.

use super::{Wrong, rows};

/// A text that says what happens in the place of something else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplacementFacts {
    /// The card it is on, or one of those that share it.
    pub id: String,
    /// The event that it replaces, in words.
    pub replaces: String,
    /// The part of the rules that the game lacks for its card; empty if the card is defined.
    pub lacks: String,
}

impl ReplacementFacts {
    /// Reads a table: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(table: &str) -> Result<Vec<Self>, Wrong> {
        let replacements = rows(table, 3).map(|row| {
            let (_, fields) = row?;
            Ok(Self { id: fields[0].into(), replaces: fields[1].into(), lacks: fields[2].into() })
        });
        replacements.collect()
    }
}
