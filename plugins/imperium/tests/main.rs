//! Twilight Imperium 4 from outside.

mod ambiguity;
mod play;
