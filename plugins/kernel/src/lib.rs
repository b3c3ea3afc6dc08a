//! The kernel of cardmill: tables in a batch World, one tick as ordered stages, and the words
//! every game shares. It knows no game.
//!
//! A [`Table`](table::Table) is one game in progress; a bevy `World` holds a batch of them and
//! every run of the [`Tick`](schedule::Tick) schedule moves each of them one step. What a table
//! has still to resolve is its [`Stack`](stack::Stack) and nothing else: a copy of the table at
//! any decision is complete.
//!
//! | module | what it holds |
//! |---|---|
//! | [`schedule`] | the stages of a tick, declared here once |
//! | [`table`] | status, counters and faults of one game |
//! | [`card`] | references to cards that survive, or do not, a change of zone |
//! | [`stack`] | frames, groups and windows |
//! | [`window`] | who orders abilities that wait at the same time: two policies |
//! | [`procedure`] | a game's own programs, as its rules tell them |
//! | [`rounds`] | windows in which players take turns to resolve one ability |
//! | [`replacement`] | which replacement meets a proposal, and who picks |
//! | [`decision`] | what a player must choose now |
//! | [`streams`] | seeded random numbers, one stream per game and purpose |
//! | [`registry`] | the registration that copies, digests and saves every component |
//! | [`saved`] | a table as it is saved |
//! | [`batch`] | a World of tables |
//! | [`files`] | the files that cards are read from |
//! | [`driver`] | tables answered from outside, one decision at a time |
//! | [`notation`] | RON, as cards and scenarios are written in it |
//! | [`session`] | tables in plain data, for sessions |
//! | [`wording`] | what can be said of a table: names of options, lines of the log |

pub mod advance;
pub mod batch;
pub mod card;
pub mod column;
pub mod commit;
pub mod decision;
pub mod digest;
pub mod driver;
mod ending;
pub mod files;
pub mod names;
pub mod notation;
pub mod order;
mod problem;
pub mod procedure;
mod question;
pub mod registry;
pub mod replacement;
pub mod resolve;
pub mod rounds;
pub mod rules;
pub mod saved;
pub mod schedule;
pub mod session;
pub mod stack;
pub mod streams;
pub mod table;
pub mod trigger;
pub mod window;
pub mod wording;
