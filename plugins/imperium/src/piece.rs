//! The physical objects of a table: cards and plastic figures.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};

/// A system, by its place on the [`Board`](crate::board::Board).
pub type SystemId = u8;
/// A planet, by its place on the [`Board`](crate::board::Board).
pub type PlanetId = u8;

/// Where an object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Out of the game: purged, or never part of it.
    #[default]
    Box,
    /// A figure nobody has placed.
    Reinforcements,
    /// In the space area of a system.
    Space(SystemId),
    /// On a planet.
    Planet(PlanetId),
    /// In its holder's hand.
    Hand,
    /// In front of its holder.
    Area,
    /// Being played.
    Stack,
    /// In a deck.
    Deck,
    /// In a discard pile.
    Discard,
    /// In the middle of the table.
    Common,
}

impl Place {
    /// Whether a figure there is on the game board.
    #[must_use]
    pub const fn is_board(self) -> bool {
        matches!(self, Self::Space(_) | Self::Planet(_))
    }
}

/// A card or a figure.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Its definition in the catalogue. A figure's is that of the unit its owner's sheet prints;
    /// an upgrade replaces it (LRR 97.4).
    pub definition: u16,
    /// Whose colour or faction it is of.
    pub owner: Seat,
    /// Who has it.
    pub holder: Seat,
    /// Where it is.
    pub place: Place,
    /// Exhausted (LRR 34).
    pub exhausted: bool,
    /// Damaged (LRR 87).
    pub damaged: bool,
    /// Grows when a figure leaves the board.
    pub incarnation: u8,
}

impl Piece {
    /// A figure leaves the board.
    pub const fn lift(&mut self) {
        self.place = Place::Reinforcements;
        self.damaged = false;
        self.incarnation = self.incarnation.wrapping_add(1);
    }
}
