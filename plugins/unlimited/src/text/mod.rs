//! Rules text: what a definition says, in the project's own plain words.
//!
//! The text is worked out from the vocabulary alone, so it says what the engine does and nothing
//! else. It is for people (lists of cards, labels of options, traces); the [`reader`](crate::reader)
//! reads it again, as it reads printed English.
//!
//! | File | Words for |
//! |---|---|
//! | `names` | who and whom: "it", "your base", "the opponent" |
//! | `filter` | which cards: "another friendly Imperial unit" |
//! | `measure` | amounts of something: "damage equal to its power" |
//! | `grant` | what cards get: "has +2/+0 and Overwhelm" |
//! | `event` | whose event it is, and when: "when played" |
//! | `replacement` | what happens instead: "if it would be defeated, instead …" |
//! | `step` | several steps: "exhaust it and draw a card" |
//! | `ability` | whole abilities, and the lines of a card |
//!
//! The words for a single step, condition, measure, event or grant are in its [room](crate::words).

pub(crate) mod ability;
pub(crate) mod condition;
pub(crate) mod event;
pub(crate) mod filter;
pub(crate) mod grant;
pub(crate) mod measure;
pub(crate) mod names;
pub(crate) mod replacement;
pub(crate) mod step;

pub(crate) use ability::cost_text;
pub use ability::{
    ability_text, keyword_ability_text, rules_text, unit_side_text, upgrade_side_text,
};
pub use condition::condition_text;
pub use event::{event_text, next_text};
pub use filter::{filter_plural, filter_text};
pub use measure::measure_text;
pub use step::{mode_text, step_text};

use crate::vocabulary::{Arena, Aspect, AspectSet, Keyword, Trait};

/// A keyword as printed: `Restore 2`.
#[must_use]
pub fn keyword_text(keyword: Keyword) -> String {
    match keyword.number() {
        Some(number) => format!("{} {number}", keyword.name()),
        None => keyword.name().to_owned(),
    }
}

/// A trait as printed: `Bounty Hunter`.
#[must_use]
pub fn trait_text(name: Trait) -> String {
    if name == Trait::Twilek {
        return "Twi'lek".to_owned();
    }
    let mut text = String::new();
    for c in format!("{name:?}").chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.push(c);
    }
    text
}

pub(crate) fn arena_text(arena: Arena) -> &'static str {
    match arena {
        Arena::Ground => "ground",
        Arena::Space => "space",
    }
}

/// One of these aspects: `Vigilance or Cunning`.
pub(crate) fn aspects_text(aspects: AspectSet) -> String {
    let names: Vec<_> =
        Vec::from(aspects).iter().map(|aspect: &Aspect| format!("{aspect:?}")).collect();
    join(&names, "or")
}

/// Joins parts: `a`, `a and b`, `a, b and c`.
pub(crate) fn join(parts: &[String], and: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
    }
}

/// A clause with a capital at its start and a full stop at its end.
fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let Some(first) = chars.next() else { return String::new() };
    let mut text: String = first.to_uppercase().chain(chars).collect();
    if !text.ends_with('.') && !text.ends_with(".\"") {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use cardmill_harness::notation::parse;
    use serde::de::DeserializeOwned;

    use super::*;

    /// A piece of vocabulary as a definition file writes it.
    pub(crate) fn ron<T: DeserializeOwned>(text: &str) -> T {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn traits_are_spaced() {
        let shown: Vec<_> = [Trait::CapitalShip, Trait::BountyHunter, Trait::Twilek, Trait::Force]
            .map(trait_text)
            .into();
        assert_eq!(shown, ["Capital Ship", "Bounty Hunter", "Twi'lek", "Force"]);
    }

    #[test]
    fn keywords_have_their_number() {
        assert_eq!(keyword_text(Keyword::Raid(2)), "Raid 2");
        assert_eq!(keyword_text(Keyword::Sentinel), "Sentinel");
    }

    #[test]
    fn parts_are_joined_and_sentences_closed() {
        let parts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(join(&parts, "or"), "a, b or c");
        assert_eq!(join(&parts[..2], "and"), "a and b");
        assert_eq!(sentence("draw a card"), "Draw a card.");
        assert_eq!(sentence("gains \"a.\""), "Gains \"a.\"");
    }
}
