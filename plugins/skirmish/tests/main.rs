//! Skirmish from outside.

mod play;
