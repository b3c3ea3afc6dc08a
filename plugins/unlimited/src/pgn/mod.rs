//! SWU-PGN: games in files that other programs read, and theirs.
//!
//! A [`file`](mod@file) is tags and records. Its events are folded into a reduced [`board`], which keyframes are held
//! against ([`check`]); what else the format demands of records is in `conform`. A [`Scribe`] writes a game down while it is
//! played. [`docs/pgn.md`](../../../../docs/pgn.md) says how all of it is used.

pub mod board;
pub mod check;
pub mod compare;
mod conform;
pub mod file;
pub mod flaw;
pub mod fold;
mod ids;
pub mod page;
mod pseudonym;
pub mod record;
pub mod rules;
mod scribe;
mod snapshot;
pub mod story;

pub use ids::in_library;
pub use scribe::Scribe;
