//! Steps of scenarios that only this game has, beside those that all games share.

use serde::Deserialize;

use crate::position::Player;
use crate::vocabulary::Keyword;

/// The zone of a card, as scenarios name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Place {
    /// In a deck.
    Deck,
    /// In a hand.
    Hand,
    /// In a discard pile.
    Discard,
    /// Among a player's resources.
    Resources,
    /// In the ground arena.
    Ground,
    /// In the space arena.
    Space,
    /// In a base zone.
    Base,
    /// Attached to a unit.
    Attached,
    /// Captured by a unit.
    Captured,
    /// Set aside, in no zone.
    Aside,
}

/// Deeds and statements that only scenarios of this game have. Cards are named by title: `"Yoda"`;
/// `"P2 Yoda"` names the one P2 controls (or owns, out of play), `"Yoda #2"` the second one. Bases
/// are `"P1's base"`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Step {
    /// Both players pass (resourcing nothing) until something else is asked or the next action
    /// phase begins.
    PassRound,
    /// The card is in this zone.
    Zone(String, Place),
    /// Power of a unit now.
    Power(String, i8),
    /// HP now (damage not taken off).
    Hp(String, i8),
    /// Damage on a unit or base.
    Damage(String, u8),
    /// The card is exhausted.
    Exhausted(String),
    /// The card is ready.
    Ready(String),
    /// Has the keyword (numbers must agree).
    Has(String, Keyword),
    /// Does not have the keyword (whatever the number).
    HasNot(String, Keyword),
    /// Exactly these upgrades are attached, by title.
    Upgrades(String, Vec<String>),
    /// The number of cards of this name in play.
    InPlay(String, u8),
    /// Exactly these cards are captured by the unit, by title.
    Captured(String, Vec<String>),
    /// The player who controls the card.
    Controller(String, Player),
    /// Cards in hand.
    Hand(Player, u8),
    /// Cards in the deck.
    Deck(Player, u8),
    /// The top cards of the deck, from the top.
    DeckTop(Player, Vec<String>),
    /// The bottom cards of the deck, the last one lowest.
    DeckBottom(Player, Vec<String>),
    /// Cards in the discard pile.
    Discard(Player, u8),
    /// Resources, ready or not.
    Resources(Player, u8),
    /// The number of a player's ready resources.
    ReadyResources(Player, u8),
    /// The number of a player's Credit tokens.
    Credits(Player, u8),
    /// The player with the initiative counter.
    Initiative(Player),
    /// The active player: outside the action phase, the one with the initiative (CR 1.4.5).
    Active(Player),
    /// The player who has won.
    Winner(Player),
    /// The game ended in a draw.
    Draw,
    /// The game goes on.
    GoesOn,
}

impl Step {
    /// The player that it names, if it names one.
    pub(super) const fn player(&self) -> Option<Player> {
        match self {
            Self::Controller(_, player)
            | Self::Hand(player, _)
            | Self::Deck(player, _)
            | Self::DeckTop(player, _)
            | Self::DeckBottom(player, _)
            | Self::Discard(player, _)
            | Self::Resources(player, _)
            | Self::ReadyResources(player, _)
            | Self::Credits(player, _)
            | Self::Initiative(player)
            | Self::Active(player)
            | Self::Winner(player) => Some(*player),
            _ => None,
        }
    }
}
