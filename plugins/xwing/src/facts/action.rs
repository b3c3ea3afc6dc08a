//! Actions of action bars.

use super::word;
use crate::vocabulary::{Action, ActionSpec, Difficulty};

/// The action of a name.
fn read(name: &str) -> Result<Action, String> {
    word(name, "an action", &Action::ALL.map(|action| (action, action.name())))
}

/// An action of an action bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BarAction {
    /// The action itself.
    pub action: Action,
    /// Its colour on the action bar.
    pub difficulty: Difficulty,
    /// The action that may follow it, and the colour of that one.
    pub linked: Option<(Action, Difficulty)>,
}

impl BarAction {
    /// The action as a definition writes it.
    #[must_use]
    pub fn of(spec: ActionSpec) -> Self {
        Self {
            action: spec.action,
            difficulty: spec.difficulty,
            linked: spec.linked.map(|linked| (linked.0, linked.1)),
        }
    }

    /// Reads one: `Focus>red Barrel Roll`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let (first, linked) = match text.split_once('>') {
            Some((first, linked)) => (first, Some(hard(linked)?)),
            None => (text, None),
        };
        let (action, difficulty) = hard(first)?;
        let white = Difficulty::White;
        let linked = linked.map(|(action, difficulty)| (action, difficulty.unwrap_or(white)));
        Ok(Self { action, difficulty: difficulty.unwrap_or(white), linked })
    }
}

/// An action and how hard it is, if that is said: `red Boost`.
pub(super) fn hard(text: &str) -> Result<(Action, Option<Difficulty>), String> {
    let words =
        [("white ", Difficulty::White), ("red ", Difficulty::Red), ("purple ", Difficulty::Purple)];
    for (word, difficulty) in words {
        if let Some(name) = text.strip_prefix(word) {
            return Ok((read(name)?, Some(difficulty)));
        }
    }
    Ok((read(text)?, None))
}
