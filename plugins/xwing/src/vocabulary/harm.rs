//! Harm: what a result of a die does to the ship that has rolled it.

use serde::{Deserialize, Serialize};

use super::traits::Token;

/// The harm that a result of an attack die does to its ship, outside of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Harm {
    /// The ship suffers 1 hit damage.
    Hit,
    /// The ship suffers 1 critical damage.
    Crit,
    /// The ship gains this token.
    Gain(Token),
    /// The ship loses a shield, which is no damage.
    LoseShield,
}
