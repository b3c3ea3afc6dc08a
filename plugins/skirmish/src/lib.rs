//! A small game on the cardmill kernel, to read and to begin from: `docs/a-game.md` builds it step
//! by step.

mod constant;
mod options;
pub mod outside;
mod rules;
pub mod state;
pub mod vocabulary;
pub mod words;
