//! The physical objects of a table: cards and plastic figures.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};

/// A system, by its place on the [`Board`](crate::board::Board).
pub type SystemId = u8;
/// A planet, by its place on the [`Board`](crate::board::Board).
pub type PlanetId = u8;

/// The place of a card or a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// The box: out of the game, purged, or never part of it.
    #[default]
    Box,
    /// The reinforcements: a figure that nobody has placed.
    Reinforcements,
    /// The space area of a system.
    Space(SystemId),
    /// A planet, by its number.
    Planet(PlanetId),
    /// The hand of its holder.
    Hand,
    /// The area in front of its holder.
    Area,
    /// The place of a card that is being played, or of an agenda that is voted on.
    Stack,
    /// The deck of its kind.
    Deck,
    /// The discard pile of its kind.
    Discard,
    /// The middle of the table: public objectives, laws, strategy cards that nobody has.
    Common,
}

impl Place {
    /// Tells whether a figure in this place is on the game board.
    #[must_use]
    pub const fn is_board(self) -> bool {
        matches!(self, Self::Space(_) | Self::Planet(_))
    }
}

/// A card or a figure, with all that rules can change about it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Its definition in the catalogue. A figure's is that of the unit its owner's sheet prints;
    /// an upgrade replaces it (LRR 97.4).
    pub definition: u16,
    /// The player whose colour or faction it is of.
    pub owner: Seat,
    /// The player who has it.
    pub holder: Seat,
    /// The place where it lies.
    pub place: Place,
    /// It is exhausted, not ready (LRR 34).
    pub exhausted: bool,
    /// It is damaged: it has used Sustain Damage (LRR 87).
    pub damaged: bool,
    /// The number of its life, which grows when a figure leaves the board.
    pub incarnation: u8,
}

impl Piece {
    /// Takes a figure off the board, undamaged, into the reinforcements.
    pub const fn lift(&mut self) {
        self.place = Place::Reinforcements;
        self.damaged = false;
        self.incarnation = self.incarnation.wrapping_add(1);
    }
}
