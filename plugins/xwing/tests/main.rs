//! X-Wing 2.0 from outside.

mod cards;
mod dogfights;
mod play;
mod space;
mod squads;
