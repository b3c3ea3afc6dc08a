//! A second simulator of a subset of Twilight Imperium, without an ECS: the *flat reference*,
//! written from the rules and sharing no code with the engine.
//!
//! It is an *oracle*: given the dice, the shuffles and the choices of a game, it must find the same
//! options and the same state at every decision (`tests/differential/`). Games are played by three
//! with plain sheets and units of everybody, without action cards, agendas, notes and
//! transactions. Covered are the set-up, all four phases, both halves of the strategy cards,
//! movement with transport, anomalies and wormholes, Space Cannon, space combat with barrage and
//! retreats, bombardment, landing, ground combat, control, production and payment, fleet and
//! capacity limits, research, all public and 13 secret objectives, elimination. Of the 25
//! technologies of everybody eight have a text that opens a window of its own: they are offered,
//! and nobody takes them.
//!
//! ```
//! use cardmill_oracle_imperium::random::Random;
//! use cardmill_oracle_imperium::setup::Setup;
//!
//! let table = Setup::of(&mut Random::new(7)).lay();
//! assert!(table.players.iter().all(|player| player.pools == [3, 3, 2]));
//! ```
//!
//! Rules are cited as in the engine (`LRR 58.4`). The order in which a question asks for several
//! things, and which options are left out since they would be undone at once, are the engine's
//! conventions (`docs/imperium.md`, "What is not there"). Only [`shelf`] knows the engine: it has
//! the tables for it.
//!
//! | module | contents |
//! |---|---|
//! | [`unit`](mod@unit), [`technology`], [`tile`], [`objective`] | what cards, sheets and tiles print |
//! | [`state`], [`setup`] | the state of a game; tables before the first round |
//! | [`game`], `figure`, `galaxy`, `tactical`, `combat`, `invasion`, `production`, `scoring`, `strategy` | the rules |
//! | [`choice`], [`random`] | questions and those who answer them; random numbers |
//! | [`canon`] | the text of options and states that is compared with the engine's |
//! | [`fault`] | rules broken on purpose, which the comparison must find |
//! | [`shelf`] | tables for the engine |

pub mod canon;
pub mod choice;
mod combat;
pub mod fault;
mod figure;
mod galaxy;
pub mod game;
mod invasion;
pub mod objective;
mod production;
pub mod random;
mod scoring;
pub mod setup;
pub mod shelf;
pub mod state;
mod strategy;
mod tactical;
pub mod technology;
pub mod tile;
pub mod unit;
