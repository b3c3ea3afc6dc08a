//! Tokens that lie somewhere and are themselves wherever they go: sleepers and wormhole tokens.
//!
//! Other tokens are no entities. Trade goods, commodities and the command tokens in a pool are
//! counts: one is as good as another. A command token on the board is a mark on its system, since
//! there is at most one of a player (LRR 20.6); a control token is who owns the planet; of the
//! speaker and the custodians tokens there is one each. Fighters and infantry are figures, token
//! or plastic, and have slots.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::piece::Place;
use crate::vocabulary::Wormhole;

/// The sleeper tokens of the Titans of Ul; their numbers come first.
pub const SLEEPERS: usize = 5;

/// The tokens of a table: sleepers, then one of each type of wormhole.
pub const TOKENS: usize = SLEEPERS + 3;

/// A sleeper or a wormhole token, known by its number.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Token {
    /// The place of the token; `Box` while it is not on the game board.
    pub place: Place,
}

/// The number of the token with a wormhole.
#[must_use]
pub const fn wormhole(wormhole: Wormhole) -> usize {
    SLEEPERS + wormhole as usize
}
