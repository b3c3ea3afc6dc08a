//! The kernel of cardmill: tables in a batch World and one tick as ordered stages. It knows no
//! game, and nothing of how games are written down, named or played from outside: that is the
//! harness.
//!
//! A [`Table`](table::Table) is one game in progress; a bevy `World` holds a batch of them and
//! every run of the [`Tick`](schedule::Tick) schedule moves each of them one step. What a table
//! has still to resolve is its [`Stack`](stack::Stack) and nothing else: a copy of the table at
//! any decision is complete.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | what a game tells of itself |
//! | [`layout`](mod@layout) | where the tables of a game lie in a World |
//! | [`schedule`] | the stages of a tick, declared here once |
//! | [`table`] | status, counters and faults of one game |
//! | [`card`] | references to cards that survive, or do not, a change of zone |
//! | [`stack`] | frames, groups and windows |
//! | [`window`] | who orders abilities that wait at the same time: two policies |
//! | [`procedure`] | a game's own programs, as its rules tell them |
//! | [`rounds`] | windows in which players take turns to resolve one ability |
//! | [`replacement`] | which replacement meets a proposal, and who picks |
//! | [`order`] | the stage in which the top window picks, or asks |
//! | [`decision`] | what a player must choose now |
//! | [`streams`] | seeded random numbers, a stream for each game, purpose and player |
//! | [`digest`] | digests of states and of choices |
//! | [`registry`] | the registration that copies, digests and saves every component |
//! | [`saved`] | a table as it is saved |
//! | [`batch`] | a World of tables |
//! | [`roster`] | the entities of a table, in lists |
//! | [`prelude`] | what the rules of a game name |
//! | [`stock`] | entities that a game takes and gives back |
//! | [`list`] | lists that are copied as memory |

pub mod advance;
mod archive;
pub mod batch;
pub mod card;
pub mod column;
pub mod commit;
pub mod constant;
pub mod decision;
pub mod digest;
pub mod game;
pub mod layout;
pub mod list;
pub mod order;
pub mod prelude;
pub mod procedure;
pub mod registry;
mod replace;
pub mod replacement;
pub mod resolve;
pub mod roster;
pub mod rounds;
pub mod rules;
pub mod saved;
pub mod schedule;
pub mod stack;
pub mod stock;
pub mod streams;
pub mod table;
pub mod trigger;
pub mod window;
