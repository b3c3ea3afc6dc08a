//! Twilight Imperium 4 from outside.

mod cards;
mod maps;
mod odds;
mod play;
mod whole;
