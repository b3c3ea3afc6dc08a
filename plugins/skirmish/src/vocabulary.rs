//! The words in which cards are written down, and what cannot be meant by them.

use cardmill_harness::library::{self, Complaint, Path};
use serde::{Deserialize, Serialize};

/// A card as a file defines it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The id, unlike any other.
    pub id: String,
    /// The name, in the players' words.
    pub name: String,
    /// How many every deck has.
    pub copies: u8,
    /// What it is.
    pub kind: Kind,
    /// Its abilities, at most [`ABILITIES`].
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// A kind of card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Stays in play: power and health.
    Unit(i8, i8),
    /// Is discarded when it is played.
    Order,
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// Constant: the other units of its player have so much more power.
    Others(i8),
    /// "While": this unit has so much more power while it has damage.
    WhileDamaged(i8),
    /// Triggered: when this happens, these are done one after another.
    When(Event, Vec<Step>),
    /// Replacement: damage to another unit of its player may be dealt to this one instead.
    Guard,
}

/// What happens to the card that has the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// It is played.
    Played,
    /// It attacks.
    Attacks,
    /// It is defeated.
    Defeated,
}

/// What an ability does.
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
            if matches!(card.kind, Kind::Unit(_, ..=0)) {
                let path = Path::field("kind").argument(1, "health");
                report(place, Complaint::error(path, "expected more than 0"));
            }
            let played = |ability: &Ability| matches!(ability, Ability::When(Event::Played, _));
            let never = card.kind == Kind::Order && !card.abilities.iter().all(played);
            if never || card.abilities.len() > ABILITIES {
                let expected = "expected at most 4, and of an order no more than When(Played, …)";
                report(place, Complaint::error(Path::field("abilities"), expected));
            }
        }
    }
}
