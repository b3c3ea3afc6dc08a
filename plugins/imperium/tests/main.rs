//! Twilight Imperium 4 from outside.

mod agents;
mod cards;
mod coverage;
mod maps;
mod odds;
mod play;
mod seats;
mod whole;
mod worlds;
