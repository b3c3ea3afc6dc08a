//! The words in which cards are written down, and what cannot be meant by them.

use cardmill_harness::library::{self, Complaint, Path};
use serde::{Deserialize, Serialize};

/// A unit as a file defines it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    pub id: String,
    pub name: String,
    /// The number of copies that every deck has.
    pub copies: u8,
    pub power: i8,
    pub health: i8,
    #[serde(default)]
    pub abilities: Vec<Ability>,
}
cardmill_harness::plain_data!(Definition);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// Constant: the other units of its player have so much more power.
    Others(i8),
    /// "While": this unit has so much more power while it has damage.
    WhileDamaged(i8),
    /// Triggered: when this happens to the card, these are done one after another.
    When(Event, Vec<Step>),
    /// Replacement: damage to another unit of its player may be dealt to this one instead.
    Guard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    Played,
    Attacks,
    Defeated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Its player draws so many cards.
    Draw(u8),
    /// A unit of the player's choice takes so much damage.
    Damage(i8),
    /// A unit of the player's choice has so much more power until the end of the turn.
    Rally(i8),
}

/// Abilities that a card can have.
pub const ABILITIES: usize = 4;

impl library::Definition for Definition {
    fn id(&self) -> &str {
        &self.id
    }

    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint)) {
        for (place, card) in cards.iter().enumerate() {
            if card.health < 1 {
                report(place, Complaint::error(Path::field("health"), "expected more than 0"));
            }
            if card.abilities.len() > ABILITIES {
                report(place, Complaint::error(Path::field("abilities"), "expected at most 4"));
            }
        }
    }
}
