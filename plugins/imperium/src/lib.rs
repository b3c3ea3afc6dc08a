//! Twilight Imperium 4 on the cardmill kernel.
//!
//! Rules are cited by number (`LRR 58.4`, Living Rules Reference). `ARCHITECTURE.md` beside this crate says why it
//! is so.
//!
//! | module | contents |
//! |---|---|
//! | [`vocabulary`] | the words in which cards are written |
//! | [`library`], [`catalogue`] | cards: read and checked, ready to be played with |
//! | [`board`], [`piece`], [`token`], [`effect`] | the state of a table |
//! | [`constant`], [`gathered`] | what constant abilities and lasting effects make of it |
//! | [`map`], [`table`] | galaxies, and whole games: who plays which faction where |
//! | [`proposal`], [`choice`] | changes, and questions with what answers them |
//! | [`rules`], [`state`] | the rules of each stage, and the tables they move |
//! | [`position`], [`driver`] | tables set up and answered from outside |
//! | [`view`], [`agent`] | what one player may know, and who plays by that |
//! | [`label`], [`log`] | players' words |
//!
//! A whole game of three on the pinned map; the greedy agent wins it from two that choose at random:
//!
//! ```
//! use cardmill_harness::agent::{Agent, seat};
//! use cardmill_harness::{driver::Driver, notation::parse, play::Play};
//! use cardmill_imperium::agent::GREEDY;
//! use cardmill_imperium::{driver::Tabletop, library, position::Position, table::Table};
//! use cardmill_kernel::table::Status;
//!
//! let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
//! let three = r#"(players: [(faction: "SOL"), (faction: "LETNEV"), (faction: "XXCHA")],
//!     sheets: Plain, cards: Defined)"#;
//! let three: Table = parse(three).expect("it is a table");
//! let position = Position { table: Some(three), ..Position::default() };
//!
//! let mut tabletop = Tabletop::with(&catalogue, Tabletop::add_agents);
//! let (number, seed, game) = (tabletop.add(), 7, 0);
//! let batch = tabletop.batch_mut();
//! Tabletop::lay(batch, number, &position, seed, game).expect("it can be laid");
//! let table = batch.table(number);
//! let agents = [Agent::RANDOM, GREEDY, Agent::RANDOM].map(Some);
//! seat(batch.world_mut(), table, agents, seed, game);
//! batch.wake(number);
//! while !batch.status(number).has_ended() {
//!     batch.tick();
//! }
//! assert_eq!(batch.status(number), Status::Over, "it is not set aside");
//! assert_eq!(Tabletop::standing(batch.world(), table).winner(), Some(1));
//! ```

mod ability;
mod advance;
pub mod agent;
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
pub mod map;
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
pub mod table;
mod tally;
pub mod token;
mod trigger;
pub mod view;
pub mod vocabulary;
