//! The steps of scenarios that are of this game: those that do something, and statements.

use serde::{Deserialize, Serialize};

use crate::board::{Phase, Pool};
use crate::position::Player;
use crate::vocabulary::{Timing, UnitType, Wormhole};

/// A step that only scenarios of this game have: it plays on, or says something of the table.
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
    /// The least result of a die that is a hit in the unit's combat rolls, after all modifiers.
    Combat(String, u8),
    /// The number of units that the unit could produce.
    Production(String, u8),
    /// The move value of the unit, changes added.
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
    /// The number of action cards that a player has in hand.
    ActionCards(Player, u8),
    /// The trade goods that a player has.
    TradeGoods(Player, u8),
    /// The commodities that a player has.
    Commodities(Player, u8),
    /// The victory points that a player has.
    Points(Player, u8),
    /// The command tokens that a player has in a pool.
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
    /// The player who is speaker.
    Speaker(Player),
    /// The player who is active.
    Active(Player),
    /// The phase of the round.
    Phase(Phase),
    /// A player has passed in this action phase.
    Passed(Player),
    /// The player who has won the game.
    Winner(Player),
}

/// A statement of a scenario about the cards themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Check {
    /// The number of abilities that the card with this id has.
    Abilities(String, usize),
    /// The card with this id has an ability for this timing.
    Timing(String, Timing),
}
