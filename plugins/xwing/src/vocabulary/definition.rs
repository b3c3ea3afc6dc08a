//! Card definitions: facts and abilities, as card files write them.

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::maneuver::Maneuver;
use super::traits::{ActionSpec, Arc, CardType, Size, Token};

/// A primary weapon: its arc, and its number of attack dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PrimaryWeapon(pub Arc, pub u8);

/// The kind of a card, with the facts that only cards of that kind have.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A ship type. Its abilities are those of every ship of this type.
    Ship {
        /// The size of the base.
        #[serde(default)]
        size: Size,
        /// The primary weapons, the first one first.
        attack: Vec<PrimaryWeapon>,
        /// Agility: the number of defence dice, before range, obstruction and abilities.
        agility: u8,
        /// Hull: as many damage cards destroy the ship.
        hull: u8,
        /// Shields that the ship has at most, all active at the start of a game.
        #[serde(default)]
        shields: u8,
        /// All maneuvers that can be chosen on the dial.
        dial: Vec<Maneuver>,
        /// Its action bar, as printed.
        actions: Vec<ActionSpec>,
    },
    /// A pilot, whose card is also the card of the ship in play.
    Pilot {
        /// The ship type, by id.
        ship: String,
        /// Initiative, 0 to 8 as printed: the order of ships within a phase.
        initiative: u8,
        /// Its own action bar, in the place of its ship type's; empty for most.
        #[serde(default)]
        actions: Vec<ActionSpec>,
    },
    /// An upgrade of this kind: the slot that it takes on a ship.
    Upgrade(CardType),
    /// A damage card, so many times in a deck.
    Damage(CardType, u8),
    /// A condition card, out of play until an ability assigns it to a ship.
    Condition,
    /// Abilities of every ship in an attack: spending its tokens, its Force and its lock.
    Standard,
}

/// A card, in facts and in our vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Its id, as in squad lists (XWS).
    pub id: String,
    /// Its name, as printed. Several cards can share one; ids tell them apart.
    pub name: String,
    /// The kind of card, with the facts that only such cards have.
    pub kind: Kind,
    /// Limited to so many in a squad; 0 is no limit.
    #[serde(default)]
    pub limited: u8,
    /// The number of charges printed on it, 0 if it has none.
    #[serde(default)]
    pub charges: u8,
    /// The number of charges that it loses in set-up, so that it starts with fewer active ones.
    #[serde(default)]
    pub spent: u8,
    /// Force: the number that a pilot has, or that an upgrade adds to its ship.
    #[serde(default)]
    pub force: u8,
    /// One charge recovers in every End Phase.
    #[serde(default)]
    pub recurring: bool,
    /// `true`: charges that it has spent do not recover.
    #[serde(default)]
    pub expends: bool,
    /// `true`: all of its charges recover in every End Phase, not one.
    #[serde(default)]
    pub recovers_all: bool,
    /// The tokens that lie on it from set-up on.
    #[serde(default)]
    pub holds: Vec<Token>,
    /// `true`: it takes the place of the ability of the ship type of its ship.
    #[serde(default)]
    pub refits: bool,
    /// The card that is its other side, by id; none, if left out.
    #[serde(default)]
    pub back: Option<String>,
    /// The abilities printed on it, in order. Empty: it does nothing by itself.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}
