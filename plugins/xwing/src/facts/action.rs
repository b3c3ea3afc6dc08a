//! Actions of action bars, with those that are not played yet.

use core::fmt;

use super::word;
use crate::vocabulary::{Action, ActionSpec, Difficulty};

/// An action, also one that is not played yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// An action of the vocabulary, which is played.
    Played(Action),
    /// Cloak: gain a cloak token.
    Cloak,
    /// SLAM: execute a maneuver of the same speed and gain a disarm token.
    Slam,
}

impl Deed {
    /// Its name in the players' words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played(action) => action.name(),
            Self::Cloak => "Cloak",
            Self::Slam => "SLAM",
        }
    }

    fn read(name: &str) -> Result<Self, String> {
        let played = Action::ALL.map(Self::Played);
        let all = played.into_iter().chain([Self::Cloak, Self::Slam]);
        let all: Vec<(Self, &str)> = all.map(|deed| (deed, deed.name())).collect();
        word(name, "an action", &all)
    }
}

/// An action of an action bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BarAction {
    /// The action itself, played or not.
    pub deed: Deed,
    /// Its colour on the action bar.
    pub difficulty: Difficulty,
    /// The action that may follow it, and the colour of that one.
    pub linked: Option<(Deed, Difficulty)>,
}

impl BarAction {
    /// The action as a definition writes it.
    #[must_use]
    pub fn of(spec: ActionSpec) -> Self {
        Self {
            deed: Deed::Played(spec.action),
            difficulty: spec.difficulty,
            linked: spec.linked.map(|linked| (Deed::Played(linked.0), linked.1)),
        }
    }

    /// Reads one: `Focus>red Barrel Roll`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let (first, linked) = match text.split_once('>') {
            Some((first, linked)) => (first, Some(hard(linked)?)),
            None => (text, None),
        };
        let (deed, difficulty) = hard(first)?;
        let white = Difficulty::White;
        let linked = linked.map(|(deed, difficulty)| (deed, difficulty.unwrap_or(white)));
        Ok(Self { deed, difficulty: difficulty.unwrap_or(white), linked })
    }
}

/// An action and how hard it is, if that is said: `red Boost`.
pub(super) fn hard(text: &str) -> Result<(Deed, Option<Difficulty>), String> {
    let words =
        [("white ", Difficulty::White), ("red ", Difficulty::Red), ("purple ", Difficulty::Purple)];
    for (word, difficulty) in words {
        if let Some(name) = text.strip_prefix(word) {
            return Ok((Deed::read(name)?, Some(difficulty)));
        }
    }
    Ok((Deed::read(text)?, None))
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
