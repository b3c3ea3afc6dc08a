//! Star Wars: Unlimited on the cardmill kernel.
//!
//! Rules are cited by number (`CR 7.6.10`, Comprehensive Rules 8.0). Where the seed texts of the
//! project say otherwise they decide; `docs/rules.md` lists the differences as `K1` to `K14`.

mod advance;
pub mod agent;
pub mod attack;
pub mod bits;
pub mod board;
pub mod brief;
pub mod card;
pub mod catalogue;
pub mod choice;
pub mod commit;
pub mod constant;
pub mod cost;
pub mod deal;
pub mod deck;
pub mod driver;
pub mod edition;
pub mod effect;
pub mod filter;
pub mod knowledge;
pub mod label;
pub mod legal;
pub mod library;
pub mod lineup;
pub mod log;
pub mod observation;
pub mod options;
pub mod picture;
pub mod position;
pub mod procedure;
pub mod program;
pub mod proposal;
mod purse;
mod question;
pub mod reader;
pub mod reads;
pub mod relevance;
mod replace;
pub mod rules;
pub mod scene;
pub mod session;
pub mod settle;
pub mod state;
pub mod substitute;
pub mod tally;
pub mod text;
pub mod trigger;
pub mod view;
pub mod vocabulary;
pub mod words;
mod zones;
