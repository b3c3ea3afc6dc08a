//! A small game on the cardmill kernel, to read and to begin from: `docs/a-game.md` builds it step
//! by step.
//!
//! A game that is answered from outside, with the words of its players:
//!
//! ```
//! use cardmill_harness::{driver::Driver, files::default_dir, notation::parse, session::Session};
//! use cardmill_skirmish::{Position, Tabletop};
//!
//! let catalogue = Tabletop::load(default_dir()).expect("the cards load");
//! let mut tabletop = Tabletop::new(&catalogue);
//! let table = tabletop.add();
//! let held = r#"(players: [(hand: ["veteran", "scout"]), ()])"#;
//! let held: Position = parse(held).expect("it is a position");
//! tabletop.arrange(table, &held).expect("its cards are known");
//! tabletop.run(table);
//! let asked = tabletop.asked(table).expect("the first player is asked");
//! assert!(asked.find("Play Scout").is_ok(), "{asked}");
//! // Whoever takes the last option never says that they are done.
//! while let Some(asked) = tabletop.asked(table) {
//!     tabletop.choose(table, asked.options.len() - 1).expect("it is an option");
//! }
//! assert_eq!(tabletop.outcome(table), Some("P1 wins".into()));
//! ```

mod outside;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

pub use outside::{Position, Side, Tabletop};
pub use words::Skirmish;
