//! A small game on the cardmill kernel, to read and to begin from: `docs/a-game.md` builds it step
//! by step.

mod outside;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

pub use outside::{Position, Side, Tabletop};
pub use words::Skirmish;
