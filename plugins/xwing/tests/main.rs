//! X-Wing 2.0 from outside.

mod cards;
mod play;
mod squads;
