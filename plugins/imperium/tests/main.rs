//! Twilight Imperium 4 from outside.

mod ambiguity;
mod cards;
mod play;
