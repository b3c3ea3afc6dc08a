//! What a scenario of this game can do, and say of a table, beside what all games share.

use serde::Deserialize;

use crate::position::Player;
use crate::vocabulary::Keyword;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Place {
    /// In a deck.
    Deck,
    /// In a hand.
    Hand,
    /// In a discard pile.
    Discard,
    /// A resource.
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
    /// Set aside.
    Aside,
}

/// What only scenarios of this game can do or say. Cards are named by title: `"Yoda"`; `"P2 Yoda"`
/// names the one P2 controls (or owns, out of play), `"Yoda #2"` the second one. Bases are
/// `"P1's base"`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Step {
    /// Both players pass (resourcing nothing) until something else is asked or the next action
    /// phase begins.
    PassRound,
    /// Where the card is.
    Zone(String, Place),
    /// Power now.
    Power(String, i8),
    /// HP now (damage not taken off).
    Hp(String, i8),
    /// Damage on a unit or base.
    Damage(String, u8),
    /// Exhausted.
    Exhausted(String),
    /// Ready.
    Ready(String),
    /// Has the keyword (numbers must agree).
    Has(String, Keyword),
    /// Does not have the keyword (whatever the number).
    HasNot(String, Keyword),
    /// Exactly these upgrades are attached, by title.
    Upgrades(String, Vec<String>),
    /// How many cards of this name are in play.
    InPlay(String, u8),
    /// Exactly these cards are captured by the unit, by title.
    Captured(String, Vec<String>),
    /// Who controls it.
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
    /// Ready resources.
    ReadyResources(Player, u8),
    /// Credit tokens.
    Credits(Player, u8),
    /// Who has the initiative.
    Initiative(Player),
    /// Who is the active player.
    Active(Player),
    /// The winner.
    Winner(Player),
    /// The game ended in a draw.
    Draw,
    /// The game goes on.
    GoesOn,
}
