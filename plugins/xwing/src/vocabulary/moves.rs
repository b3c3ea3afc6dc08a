//! Kinds of maneuvers, by speed, shape and difficulty.

use serde::{Deserialize, Serialize};

use super::filter::Reach;
use super::maneuver::{Bearing, Maneuver};
use super::traits::Difficulty;

/// Maneuvers of a kind. Every field that is given must fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Moves {
    /// The band of speeds, both ends included.
    pub speed: Option<Reach>,
    /// The shape, left and right alike.
    pub shape: Option<Shape>,
    /// The difficulty: that of the dial, if it is asked for before anything changes it.
    pub difficulty: Option<Difficulty>,
}

/// A shape of maneuvers, left and right alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// Straights, ahead only.
    Straight,
    /// Banks, ahead only.
    Bank,
    /// Turns by a quarter.
    Turn,
    /// Koiogran turns alone.
    Koiogran,
    /// Segnor's loops alone.
    Segnor,
    /// Tallon rolls alone.
    Tallon,
    /// Straights, banks and turns, ahead (RR "Maneuver", basic).
    Basic,
    /// All others (RR "Maneuver", advanced).
    Advanced,
}

impl Moves {
    /// Returns `true` if a maneuver is of the kind.
    #[must_use]
    pub fn hold(self, maneuver: Maneuver) -> bool {
        self.speed.is_none_or(|speed| speed.holds(maneuver.speed))
            && self.shape.is_none_or(|shape| shape.holds(maneuver.bearing))
            && self.difficulty.is_none_or(|difficulty| difficulty == maneuver.difficulty)
    }
}

impl Shape {
    const fn holds(self, bearing: Bearing) -> bool {
        let straight = matches!(bearing, Bearing::Straight);
        let bank = bearing.is_bank();
        match self {
            Self::Straight => straight,
            Self::Bank => bank,
            Self::Turn => bearing.is_turn(),
            Self::Koiogran => matches!(bearing, Bearing::Koiogran),
            Self::Segnor => matches!(bearing, Bearing::SegnorLeft | Bearing::SegnorRight),
            Self::Tallon => matches!(bearing, Bearing::TallonLeft | Bearing::TallonRight),
            Self::Basic => straight || bank || bearing.is_turn(),
            Self::Advanced => !(straight || bank || bearing.is_turn()),
        }
    }
}

/// The way in which the maneuver of a ship stands to that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Compared {
    /// Both have one bearing.
    SameBearing,
    /// Both have one speed.
    SameSpeed,
    /// It has the higher speed.
    Faster,
    /// It has the lower difficulty; purple is neither lower nor higher than another.
    Easier,
}

impl Compared {
    /// Tells whether a maneuver stands so to another.
    #[must_use]
    pub fn holds(self, own: Maneuver, other: Maneuver) -> bool {
        match self {
            Self::SameBearing => own.bearing == other.bearing,
            Self::SameSpeed => own.speed == other.speed,
            Self::Faster => own.speed > other.speed,
            Self::Easier => {
                let purple = [own, other].map(|it| it.difficulty == Difficulty::Purple);
                purple == [false; 2] && own.difficulty < other.difficulty
            }
        }
    }
}
