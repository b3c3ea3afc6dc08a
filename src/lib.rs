//! The program `cardmill`, as its help says:
//!
#![doc = concat!("```text\n", include_str!("help.txt"), "```\n")]
//! `docs/reference/commands.md` has the options of each.
//!
//! Every game, with the cards that come with the program:
//!
//! ```
//! use cardmill::{cards::BUILT_IN, games::Game};
//!
//! for game in Game::ALL {
//!     let cards = game.host().load(&BUILT_IN).expect("the cards load").definitions().len();
//!     println!("{}: {cards} cards", game.name());
//! }
//! ```
//!
//! Three things are here: the list of [`games`], the [`cards`] that come with the program, and the command line
//! ([`cli`]), with what finds out which game it is about ([`session`], [`scenario`]). What is a game, and how it is
//! played, is a crate of its own on the kernel and the harness. All else is the host, which names no game
//! (`cardmill-host`); its modules are handed on:
//!
//! | module | what it holds |
//! |---|---|
//! | [`host`], [`entry`], [`engine`] | a game, its cards and what its players enter, whichever it is; what is compiled for each |
//! | [`setup`], [`matches`](mod@matches), [`batch`] | what games begin with, and how they are played by the thousand, over threads |
//! | [`arm`], [`hall`], [`keep`] | one way of playing a run; its workers, and those of a run of which positions are kept |
//! | [`record`], [`replay`], [`positions`] | what is kept of a game; one played again; positions with what came of them |
//! | [`players`], [`search`], [`policy`], [`net`] | agents that the host answers for: they plan, or were trained |
//! | [`arena`] | games whose players are elsewhere, such as in Python |
//! | [`experiment`], [`exchange`] | questions put to paired games until they are answered; entries with other cards |
//! | [`analysis`], [`stats`] | what a run says: shares, intervals, ratings; cards |
//! | [`played`], [`trust`] | games that people played, and how far agents are to be believed |
//! | [`output`], [`schema`] | tables, JSON, CSV, reports, files; what observations are |
//! | [`error`], [`interrupt`] | what goes wrong, and its exit codes; Ctrl-C |

pub use cardmill_host::{
    analysis, arena, arm, batch, engine, entry, error, exchange, experiment, hall, host, interrupt,
    keep, matches, net, output, played, players, policy, positions, record, replay, schema, search,
    setup, stats, trust,
};

pub mod cards;
pub mod cli;
pub mod games;
pub mod scenario;
pub mod session;
