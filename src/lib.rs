//! The host of cardmill: plays tabletop card games by the million, and says what came of it.
//!
//! ```text
//! cardmill simulate luke vader --games 10000      who wins
//! cardmill whatif "SOR_164 cost+1"                what a change of a card does
//! cardmill replay luke vader --row 123            one game, line by line
//! cardmill session                                tables for another program
//! ```
//!
//! What is a game, and how it is played, is not here: a game is a crate of its own on the kernel and the
//! harness, and [`games`] is the only list of them. What plays games is generic over them; all else is
//! compiled once, and knows a game as a [`Host`](host::Host). [`engine`] leads from the one to the other.
//!
//! | module | what it holds |
//! |---|---|
//! | [`games`], [`cards`] | the games there are; the cards that come with the program |
//! | [`host`], [`entry`], [`engine`] | a game, its cards and what its players enter, whichever it is; what is compiled for each |
//! | [`setup`], [`matches`](mod@matches), [`batch`] | what games begin with, and how they are played by the thousand, over threads |
//! | [`arm`], [`hall`], [`keep`] | one way of playing a run; its workers, and those of a run of which positions are kept |
//! | [`record`], [`replay`], [`positions`] | what is kept of a game; one played again; positions with what came of them |
//! | [`players`], [`search`], [`policy`], [`net`] | agents that the host answers for: they plan, or were trained |
//! | [`arena`] | games whose players are elsewhere, such as in Python |
//! | [`session`], [`scenario`] | tables for other programs; rulings as files |
//! | [`experiment`], [`exchange`] | questions put to paired games until they are answered; entries with other cards |
//! | [`analysis`], [`stats`] | what a run says: shares, intervals, ratings; cards |
//! | [`played`], [`trust`] | games that people played, and how far agents are to be believed |
//! | [`output`], [`schema`] | tables, JSON, CSV, reports, files; what observations are |
//! | [`cli`], [`error`], [`interrupt`] | the command line, its exit codes, Ctrl-C |

pub mod analysis;
pub mod arena;
pub mod arm;
pub mod batch;
pub mod cards;
pub mod cli;
pub mod engine;
pub mod entry;
pub mod error;
pub mod exchange;
pub mod experiment;
pub mod games;
pub mod hall;
pub mod host;
pub mod interrupt;
pub mod keep;
pub mod matches;
pub mod net;
pub mod output;
pub mod played;
pub mod players;
pub mod policy;
pub mod positions;
pub mod record;
pub mod replay;
pub mod scenario;
pub mod schema;
pub mod search;
pub mod session;
pub mod setup;
pub mod stats;
pub mod trust;
