//! What scenarios do and say.

use serde::{Deserialize, Serialize};

use crate::board::{Phase, Pool};
use crate::position::Player;
use crate::vocabulary::{Timing, UnitType, Wormhole};

/// What only scenarios of this game can do or say of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Plays on, doing as little as possible, until this player's next turn starts.
    PlayToTurn(Player),
    /// Plays on, doing as little as possible, until this phase begins.
    PlayToPhase(Phase),
    /// So many units of a player and a type are in a system's space, or on a planet.
    Count(Player, UnitType, String, u8),
    /// A unit, such as `P1 Cruiser`, is damaged.
    Damaged(String),
    /// A unit is not damaged.
    Undamaged(String),
    /// What a die of the unit must show in combat, after all modifiers.
    Combat(String, u8),
    /// What the unit could produce.
    Production(String, u8),
    /// The unit's move value.
    Movement(String, u8),
    /// A player has the card in hand.
    InHand(Player, String),
    /// The card is face up in front of the player.
    InPlay(Player, String),
    /// The card is in its discard pile.
    Discarded(String),
    /// The card, in front of a player, or the planet is exhausted.
    Exhausted(String),
    /// The card, in front of a player, or the planet is ready.
    Ready(String),
    /// How many action cards a player has.
    ActionCards(Player, u8),
    /// Trade goods.
    TradeGoods(Player, u8),
    /// Commodities.
    Commodities(Player, u8),
    /// Victory points.
    Points(Player, u8),
    /// Command tokens in a pool.
    Tokens(Player, Pool, u8),
    /// A player's command token is in a system.
    TokenIn(Player, String),
    /// A player controls a planet.
    Controls(Player, String),
    /// A sleeper is on a planet.
    Sleeper(String),
    /// No sleeper is on a planet.
    NoSleeper(String),
    /// A system has a wormhole.
    HasWormhole(String, Wormhole),
    /// Two systems are adjacent for a player.
    Adjacent(Player, String, String),
    /// Two systems are not adjacent for a player.
    NotAdjacent(Player, String, String),
    /// Who is speaker.
    Speaker(Player),
    /// Who is active.
    Active(Player),
    /// The phase.
    Phase(Phase),
    /// A player has passed.
    Passed(Player),
    /// Who has won.
    Winner(Player),
}

/// What scenarios say of the cards themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Check {
    /// How many abilities the card with this id has.
    Abilities(String, usize),
    /// The card with this id has an ability for this timing.
    Timing(String, Timing),
}
