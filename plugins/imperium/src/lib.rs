//! Twilight Imperium 4 on the cardmill kernel.

mod advance;
pub mod board;
pub mod catalogue;
pub mod choice;
mod commit;
pub mod driver;
pub mod label;
pub mod library;
pub mod log;
mod options;
pub mod piece;
pub mod plugin;
pub mod position;
mod program;
pub mod proposal;
mod question;
mod replace;
mod scene;
mod trigger;
pub mod vocabulary;
