//! X-Wing 2.0 from outside.

mod ambiguity;
mod cards;
mod play;
