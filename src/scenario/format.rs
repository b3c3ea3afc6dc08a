//! What a scenario file can say.

use cardmill_unlimited::position::{Player, Position};
use cardmill_unlimited::vocabulary::Keyword;
use serde::{Deserialize, Serialize};

/// One scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it shows, in a few words.
    pub name: String,
    /// The card it is about (mutants of this card's definition must make some scenario fail).
    #[serde(default)]
    pub card: String,
    /// The table before.
    #[serde(default)]
    pub given: Position,
    /// What is done and what must hold, in order.
    pub steps: Vec<Step>,
}

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Set aside.
    Aside,
}

/// Something done or something that must hold. Cards are named by title: `"Yoda"`; `"P2 Yoda"`
/// names the one P2 controls (or owns, out of play), `"Yoda #2"` the second one. Bases are
/// `"P1's base"`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The player who is asked takes the option with this label.
    Choose(String),
    /// As `Choose`, and it must be this player who is asked.
    As(Player, String),
    /// Both players pass (resourcing nothing) until something else is asked or the next action
    /// phase begins.
    PassRound,
    /// This player is asked.
    Asked(Player),
    /// Exactly these options are offered, in any order.
    Options(Vec<String>),
    /// These are among the options.
    Offered(Vec<String>),
    /// None of these is among the options.
    NotOffered(Vec<String>),
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
    /// Who has the initiative.
    Initiative(Player),
    /// Who is the active player.
    Active(Player),
    /// A line of the log so far contains this.
    Logged(String),
    /// No line of the log so far contains this.
    NotLogged(String),
    /// The winner.
    Winner(Player),
    /// The game ended in a draw.
    Draw,
    /// The game goes on.
    GoesOn,
}
