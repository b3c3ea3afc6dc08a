//! Twilight Imperium 4 from outside.

mod agents;
mod cards;
mod maps;
mod odds;
mod play;
mod seats;
mod whole;
mod worlds;
