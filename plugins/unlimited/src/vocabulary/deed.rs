//! Deeds of players: what a table counts in each phase.

use serde::{Deserialize, Serialize};

/// Something that players do, counted anew in each phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// Draw a card.
    CardsDrawn,
    /// Discard a card from one's hand, whoever picks it (CR 1.14.2).
    CardsDiscardedFromHand,
    /// Discard a card from one's deck.
    CardsDiscardedFromDeck,
    /// Create a token, of whatever kind (CR 3.7.2).
    TokensCreated,
    /// Deal a point of indirect damage.
    IndirectDamage,
    /// Take an action, or pass (CR 1.15.1).
    Actions,
    /// Use the Force: defeat one's Force token (CR 8.37.4).
    ForceUses,
    /// Defeat an enemy unit, in whatever way one is responsible for it (CR 1.18.1).
    EnemyUnitsDefeated,
    /// Give a token upgrade to a unit.
    TokenUpgradesGiven,
}

impl Deed {
    /// The number of deeds, and so of counters that a player has.
    pub const COUNT: usize = Self::TokenUpgradesGiven as usize + 1;
}
