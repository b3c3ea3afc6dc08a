//! Scenarios: a position, the choices made, and all that must come of it.

pub mod step;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use self::step::Step;

/// One scenario: a position, what is done and what must hold; or checks of the cards.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound = "C: DeserializeOwned, P: DeserializeOwned + Default, S: DeserializeOwned, K: DeserializeOwned"
)]
pub struct Scenario<C, P, S, K> {
    /// The game, which is known before a scenario is read.
    #[serde(default)]
    pub game: IgnoredAny,
    /// The point of the scenario, in a few words.
    pub name: String,
    /// The card it is about (mutants of this card's definition must make some scenario fail).
    #[serde(default)]
    pub card: String,
    /// The reading that it rests on where the sources leave room: an inference, or one reading of
    /// several. Empty where they leave none.
    #[serde(default)]
    pub reading: String,
    /// Cards of its own, beside those of the game.
    #[serde(default)]
    pub cards: Vec<C>,
    /// The position of the table before the first step.
    #[serde(default)]
    pub given: P,
    /// The things that are done and those that must hold, in order.
    #[serde(default)]
    pub steps: Vec<Step<S>>,
    /// The checks of the cards themselves, without a table.
    #[serde(default)]
    pub checks: Vec<K>,
}
