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
