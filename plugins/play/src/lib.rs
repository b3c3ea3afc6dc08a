//! Games as pages to play on, served to this machine alone.
//!
//! A [`House`] has tables, each a thread with a World of its own, so that an agent who thinks for long keeps
//! nobody else waiting. What a page is told of a table is written by that thread ([`desk`]): what the seat in front
//! of the screen sees, and nothing else. The [`server`] hands that on and never looks at a game. No game is named here.
//!
//! | module | what it holds |
//! |---|---|
//! | [`house`] | what is played, the tables, and games that were written down |
//! | [`table`] | the thread of a table, and what is ordered of it |
//! | [`desk`] | a game, who sits in front of the screen, and what they are told |
//! | [`news`] | what has changed between two views, in words |
//! | [`door`] | who is let in |
//! | [`server`] | requests and answers |
//! | [`page`] | the page |
//! | [`refusal`] | why something was not done |
//!
//! A house of one game, with a table that two agents play at. It is served until it is told to stop:
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use cardmill::{games::Game, setup::{Setup, Setups}};
//! use cardmill_play::{House, Offer, house::Wanted, serve, server::First};
//! use serde_json::json;
//!
//! let game = Game::Skirmish.host();
//! let catalogue = game.load(&cardmill_harness::files::default_dir().into()).expect("the cards load");
//! let two = game.position(json!({ "players": [{}, {}] })).expect("it is a position");
//! let setups = Setups::new(vec![], vec![two], vec![Setup::Position { position: 0, seats: 2 }]);
//! let (names, saves) = (vec![vec!["two players".into()]], std::env::temp_dir().join("cardmill"));
//! let offer = Offer { catalogue, setups, names, rounds: None, agents: vec![], saves };
//!
//! let seats = vec![Some("random".into()), Some("random".into())];
//! let first = First::Wanted(Wanted { seats, setup: 0, seed: Some(7) });
//! let stop = AtomicBool::new(false);
//! serve(House::new(offer), 0, Some(first), &stop, &mut |address, table| {
//!     println!("table {table:?} is at {address}");
//!     stop.store(true, Ordering::Relaxed);
//! })
//! .expect("a port is free");
//! ```

pub mod desk;
pub mod door;
pub mod house;
pub mod news;
pub mod page;
pub mod refusal;
pub mod server;
pub mod table;

pub use crate::house::{House, Offer};
pub use crate::server::serve;
