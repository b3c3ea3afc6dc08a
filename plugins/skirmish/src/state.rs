//! The state of a table, and the table as rules read it.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_harness::tabletop;
use cardmill_kernel::prelude::*;
use serde::{Deserialize, Serialize};

use crate::vocabulary::{ABILITIES, Ability, Definition, Kind};

/// The most players at a table.
pub const SEATS: usize = 4;

/// Lasting effects at a time.
pub const EFFECTS: usize = 16;

/// Where a card is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// In the box: no card of this game.
    #[default]
    Box,
    /// In its owner's deck. Which one is on top is drawn when somebody looks.
    Deck,
    /// In its owner's hand.
    Hand,
    /// In play.
    Play,
    /// In the discard pile.
    Discard,
}

/// A card, all that a rule can change about it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its definition, as a place in the catalogue.
    pub definition: u16,
    /// Whose it is.
    pub owner: Seat,
    /// Where it is.
    pub place: Place,
    /// It is a unit in play that can attack this turn.
    pub ready: bool,
    /// The damage on it.
    pub damage: i8,
}

/// The power of a unit: what constant abilities and lasting effects make of what is printed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Power(pub i8);

/// A lasting effect: a unit has more power until the end of the turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// The unit.
    pub unit: Slot,
    /// How much more.
    pub power: i8,
}

/// The state that is on no card.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// Whose turn it is.
    pub turn: Seat,
    /// That player has played a card this turn.
    pub played: bool,
    /// The life of each player, by seat.
    pub life: ArrayVec<i16, SEATS>,
    /// The lasting effects that last.
    pub effects: Stock<EFFECTS>,
}

/// The definitions of all cards, in order of id.
pub type Catalogue = tabletop::Catalogue<Definition>;

/// A table, to read.
#[derive(Clone, Copy)]
pub struct Scene<'t> {
    /// The cards of the game.
    pub catalogue: &'t Catalogue,
    /// What is on no card.
    pub board: &'t Board,
    /// Its cards, by slot.
    pub cards: &'t [Card],
    /// Their power.
    pub power: &'t [Power],
}

impl<'t> Scene<'t> {
    /// A card.
    #[must_use]
    pub fn card(&self, slot: Slot) -> &'t Card {
        &self.cards[usize::from(slot)]
    }

    /// What is printed on a card.
    #[must_use]
    pub fn printed(&self, slot: Slot) -> &'t Definition {
        &self.catalogue.0[usize::from(self.card(slot).definition)]
    }

    /// The power of a unit.
    #[must_use]
    pub fn power(&self, slot: Slot) -> i8 {
        self.power[usize::from(slot)].0
    }

    /// What is left of the health of a unit.
    #[must_use]
    pub fn health(&self, slot: Slot) -> i8 {
        match self.printed(slot).kind {
            Kind::Unit(_, health) => health - self.card(slot).damage,
            Kind::Order => 0,
        }
    }

    /// The cards in a place.
    pub fn all(self, place: Place) -> impl Iterator<Item = Slot> + use<'t> {
        let cards = (0..).zip(self.cards).filter(move |(_, card)| card.place == place);
        cards.map(|(slot, _)| slot)
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

    /// The ability that runs a program.
    #[must_use]
    pub fn ability(&self, program: u16) -> &'t Ability {
        let number = usize::from(program) - 1;
        &self.catalogue.0[number / ABILITIES].abilities[number % ABILITIES]
    }
}
