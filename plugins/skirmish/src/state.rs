//! The state of a table, and the table as rules read it.

use arrayvec::ArrayVec;
use bevy_ecs::component::Component;
use cardmill_harness::prelude::*;
use cardmill_kernel::prelude::*;
use serde::{Deserialize, Serialize};

use crate::vocabulary::{ABILITIES, Ability, Definition};
use crate::words::Skirmish;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// No card of this game.
    #[default]
    Box,
    /// A player's deck. The card on top is drawn by chance when somebody looks.
    Deck,
    Hand,
    Play,
    Discard,
}

/// A card, all that a rule can change about it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// As a place in the catalogue.
    pub definition: u16,
    pub owner: Seat,
    pub place: Place,
    /// It is a unit in play that can attack this turn.
    pub ready: bool,
    pub damage: i8,
}

/// The power of a unit, as constant abilities and lasting effects make it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Power(pub i8);

/// A lasting effect: a unit has more power until the end of the turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    pub unit: Slot,
    pub power: i8,
}

/// The state that is on no card.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// The player whose turn it is.
    pub turn: Seat,
    /// The life of each player, by seat.
    pub life: ArrayVec<i16, 4>,
    /// The lasting effects that last.
    pub effects: Stock<16>,
}

pub type Catalogue = tabletop::Catalogue<Definition>;

layout! {
    Skirmish: Catalogue as Catalogue;
    table {
        state board: Board,
    }
    beside {}
    lists {
        cards[96] {
            state cards: Card,
            derived power: Power,
        }
        effects[16] {
            stock effects: Effect,
        }
    }
    guest company: Companions => Company;
}

impl<'t> Scene<'t> {
    pub fn card(self, slot: Slot) -> &'t Card {
        &self.cards[usize::from(slot)]
    }

    pub fn printed(self, slot: Slot) -> &'t Definition {
        &self.catalogue.0[usize::from(self.card(slot).definition)]
    }

    pub fn power(self, slot: Slot) -> i8 {
        self.power[usize::from(slot)].0
    }

    pub fn health(self, slot: Slot) -> i8 {
        self.printed(slot).health - self.card(slot).damage
    }

    /// The cards in a place.
    pub fn all(self, place: Place) -> impl Iterator<Item = Slot> + use<'t> {
        (0..self.cards.len() as Slot).filter(move |&slot| self.card(slot).place == place)
    }

    /// The cards of a player in a place.
    pub fn own(self, seat: Seat, place: Place) -> impl Iterator<Item = Slot> + use<'t> {
        self.all(place).filter(move |&slot| self.card(slot).owner == seat)
    }

    /// The abilities of a card, with the numbers of their programs. 0 is the turn.
    pub fn abilities(self, slot: Slot) -> impl Iterator<Item = (u16, &'t Ability)> {
        let first = 1 + self.card(slot).definition * ABILITIES as u16;
        (first..).zip(&self.printed(slot).abilities)
    }

    pub fn ability(self, program: u16) -> &'t Ability {
        let number = usize::from(program) - 1;
        &self.catalogue.0[number / ABILITIES].abilities[number % ABILITIES]
    }
}
