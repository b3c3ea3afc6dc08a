//! Cardmill.
pub mod analysis;
pub mod arena;
pub mod batch;
pub mod cards;
pub mod cli;
pub mod error;
pub mod games;
pub mod interrupt;
pub mod output;
pub mod record;
pub mod replay;
pub mod scenario;
pub mod schema;
pub mod session;
pub mod setup;
