//! Twilight Imperium 4 on the cardmill kernel.

mod ability;
mod advance;
pub mod board;
pub mod catalogue;
pub mod choice;
mod commit;
pub mod constant;
pub mod driver;
pub mod effect;
pub mod gathered;
pub mod label;
pub mod library;
pub mod log;
mod options;
pub mod piece;
pub mod position;
mod procedure;
mod program;
pub mod proposal;
mod question;
mod replace;
pub mod rules;
mod scene;
pub mod state;
pub mod token;
mod trigger;
pub mod vocabulary;
