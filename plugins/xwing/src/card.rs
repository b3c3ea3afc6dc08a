//! The state of a card: a pilot, an upgrade, a damage card or a condition.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::vocabulary::Token;

/// The zone of a card: in a pile, with a ship, on another card, or out of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Not part of this game.
    #[default]
    Box,
    /// In a damage deck, facedown.
    Deck,
    /// In a discard pile, open to both players.
    Discard,
    /// With a ship, faceup: its abilities work.
    Faceup,
    /// With a ship, facedown: a damage card whose abilities do not work.
    Facedown,
    /// A damage card on another card, which is its host.
    Held,
}

/// A card. The slot of a ship is its pilot card too.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its place in the library.
    pub definition: u16,
    /// The player it belongs to: of a damage card, the one from whose damage deck it came.
    pub owner: Seat,
    /// The ship it is with, or the card it is on.
    pub host: Slot,
    /// The zone that it is in.
    pub place: Place,
    /// The number of its active charges.
    pub charges: u8,
    /// The actions printed on it that were performed in this round, one bit each by the place of
    /// the ability among its abilities (the eighth stands for all that follow).
    pub performed: u8,
    /// Tokens that were placed on it instead of a ship.
    pub holds: Tokens,
}

/// The number of each token but locks. Focus, evade, stress and the like are counts: tokens of a
/// kind on one ship or card are alike, and nothing is ever said of one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokens([u8; 13]);

impl Tokens {
    /// Tokens of these kinds, each as often as it is named.
    #[must_use]
    pub fn of(tokens: &[Token]) -> Self {
        let mut all = Self::default();
        tokens.iter().for_each(|&token| all.add(token, 1));
        all
    }

    /// The number of a token. Locks are not counted: those belong to the ship that has them.
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

    /// Returns `true` if there is no token of any kind.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 13]
    }
}
