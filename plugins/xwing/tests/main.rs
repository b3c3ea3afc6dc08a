//! X-Wing 2.0 from outside.

mod cards;
mod devices;
mod dogfights;
mod greedy;
mod play;
mod space;
mod squads;
mod worlds;
