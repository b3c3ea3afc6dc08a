//! The mat: where ships and obstacles are, how they move, what is how far from what. It knows no
//! rule of the game, and no number in it is a float, so that every machine gets the same bits.
//!
//! | module | what it holds |
//! |---|---|
//! | [`sine`] | sines and headings |
//! | [`point`], [`pose`] | places, and places with a heading |
//! | [`path`] | templates, and where a ship is on its way along one |
//! | [`shape`] | bases and convex shapes: corners, overlaps, what a line cuts off |
//! | [`outline`] | the outlines of obstacles |
//! | [`measure`] | ranges, arcs, lines of sight |
//!
//! Lengths are micrometres; x goes to the right and y ahead of the first seat, headings go
//! clockwise from straight ahead.

pub mod measure;
pub mod outline;
pub mod path;
pub mod point;
pub mod pose;
pub mod shape;
pub mod sine;

pub use outline::{Obstacle, Outline, Substance};
pub use path::Track;
pub use point::Point;
pub use pose::Pose;
pub use shape::Base;

/// Micrometres in a millimetre.
pub const MM: i64 = 1_000;

/// The side of the mat: 3 feet.
pub const MAT: i64 = 914_400;

/// The length of a range band.
pub const BAND: i64 = 100 * MM;

/// The range of what is beyond range 3.
pub const FAR: u8 = 4;
