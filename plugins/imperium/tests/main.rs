//! Twilight Imperium 4 from outside.

mod cards;
mod play;
mod whole;
