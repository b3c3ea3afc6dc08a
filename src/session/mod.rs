//! Sessions: tables for other programs, by JSON-RPC 2.0 over a pipe.
//!
//! | module | what it holds |
//! |---|---|
//! | `protocol` | messages, batches, answers and errors |
//! | `pipe` | lines in and out |
//! | `server` | tables by handle, and what is done with them |
//! | `method` | every method with its parameters |
//! | `reply` | what is answered, with its fields |
//! | `room` | the tables of one game, whichever it is |
//! | `saved` | a saved game, as it is handed out |
//!
//! `docs/sessions.md` is the manual; `docs/reference/session.md` is made of what the types of these modules say.

pub use cardmill_host::session::{pipe, protocol, room, saved};

pub mod method;
pub mod reply;
pub mod server;
