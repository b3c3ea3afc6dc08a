//! The state of a card: a pilot, an upgrade, a damage card or a condition.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::vocabulary::Token;

/// Where a card is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Not part of this game.
    #[default]
    Box,
    /// In a damage deck.
    Deck,
    /// In a discard pile.
    Discard,
    /// With a ship, faceup: its abilities work.
    Faceup,
    /// With a ship, facedown.
    Facedown,
    /// A damage card on another card, which is its host.
    Held,
}

/// A card. The slot of a ship is its pilot card too.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its place in the library.
    pub definition: u16,
    /// Whose it is.
    pub owner: Seat,
    /// The ship it is with, or the card it is on.
    pub host: Slot,
    /// Where it is.
    pub place: Place,
    /// Active charges.
    pub charges: u8,
    /// Which of its actions were performed in this round, one bit each.
    pub performed: u8,
    /// Tokens that were placed on it instead of a ship.
    pub holds: Tokens,
}

/// So many of each token but locks. Focus, evade, stress and the like are counts: tokens of a kind
/// on one ship or card are alike, and nothing is ever said of one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokens([u8; 12]);

impl Tokens {
    /// How many of a token. Locks are not among them: those belong to the ship that has them.
    #[must_use]
    pub fn count(&self, token: Token) -> u8 {
        self.0.get(token as usize).copied().unwrap_or(0)
    }

    /// Adds some of a token.
    pub fn add(&mut self, token: Token, n: u8) {
        if let Some(count) = self.0.get_mut(token as usize) {
            *count = count.saturating_add(n);
        }
    }

    /// Takes one of a token off. Returns whether there was one.
    pub fn take(&mut self, token: Token) -> bool {
        match self.0.get_mut(token as usize) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// The kinds of which there is at least one, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Token> + use<> {
        let counts = self.0;
        Token::ALL.into_iter().filter(move |&t| counts.get(t as usize).is_some_and(|&n| n > 0))
    }

    /// Whether there is none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 12]
    }
}
