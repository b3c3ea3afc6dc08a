//! Cards.

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::maneuver::Maneuver;
use super::traits::{ActionSpec, Arc, CardType, Size};

/// A primary weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PrimaryWeapon(pub Arc, pub u8);

/// What a card is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A ship type. Its abilities are those of every ship of this type.
    Ship {
        /// The size of the base.
        #[serde(default)]
        size: Size,
        /// The primary weapons.
        attack: Vec<PrimaryWeapon>,
        /// Defence dice.
        agility: u8,
        /// Hull.
        hull: u8,
        /// Shields.
        #[serde(default)]
        shields: u8,
        /// Its maneuvers.
        dial: Vec<Maneuver>,
        /// Its action bar.
        actions: Vec<ActionSpec>,
    },
    /// A pilot.
    Pilot {
        /// The ship type, by id.
        ship: String,
        /// Initiative.
        initiative: u8,
    },
    /// An upgrade.
    Upgrade(CardType),
    /// A damage card, so many times in a deck.
    Damage(CardType, u8),
    /// A condition.
    Condition,
    /// What every ship can do in an attack: spend its tokens and Force.
    Standard,
}

/// A card, in facts and in our vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Its id, as in squad lists (XWS).
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Limited to so many in a squad; 0 is no limit.
    #[serde(default)]
    pub limited: u8,
    /// How many charges it has.
    #[serde(default)]
    pub charges: u8,
    /// How many charges are lost in setup.
    #[serde(default)]
    pub spent: u8,
    /// How much Force it has, or adds.
    #[serde(default)]
    pub force: u8,
    /// One charge recovers in every End Phase.
    #[serde(default)]
    pub recurring: bool,
    /// What it can do. Empty: nothing.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}
