//! X-Wing 2.0 on the cardmill kernel: squads in play, from dials to destroyed ships.
//!
//! | module | what it holds |
//! |---|---|
//! | [`vocabulary`] | the words in which cards are written down |
//! | [`library`], [`catalogue`], [`facts`] | cards: read and checked, ready to play, and what is known of all others |
//! | [`card`], [`ship`], [`device`], [`board`], [`relation`], [`effect`] | the state of a table |
//! | [`constant`], [`gathered`] | what constant abilities and lasting effects make of it |
//! | [`space`], [`shift`] | the mat: poses, templates, ranges, arcs; moves and places by number |
//! | [`proposal`], [`choice`], [`options`] | changes, what is asked, what answers it |
//! | [`procedure`], [`program`], [`locals`] | procedures of the game, abilities, what both remember |
//! | [`scene`] | a table as rules read it |
//! | [`rules`], [`state`] | the rules of each stage and the tables they move |
//! | [`squad`], [`deal`] | squads as people have them, and games that begin with two |
//! | [`position`], [`driver`] | tables set up and answered from outside |
//! | [`view`], [`agent`] | what one player may know, and who plays by that |
//! | [`label`], [`log`] | players' words |
//!
//! Two squads that come with the cards, in a dogfight between an agent that is greedy and one that chooses at
//! random:
//!
//! ```
//! use cardmill_harness::agent::{Agent, seat};
//! use cardmill_harness::driver::Driver;
//! use cardmill_harness::play::{Entry, Play, Source};
//! use cardmill_kernel::batch::Batch;
//! use cardmill_xwing::agent::GREEDY;
//! use cardmill_xwing::choice::XWing;
//! use cardmill_xwing::driver::Hangar;
//! use cardmill_xwing::{library::default_dir, squad::Squad};
//!
//! let catalogue = Hangar::load(default_dir()).expect("the cards load");
//! let names = ["five-x-wings", "gold-ion-turrets"].map(|name| Source::File(name.into()));
//! let squads: Result<Vec<Squad>, _> = Squad::read(&catalogue, &names).into_iter().collect();
//! let squads = squads.expect("they come with the cards");
//!
//! let mut batch = Batch::of::<XWing>(&catalogue, 1, Hangar::add_agents);
//! let (table, seed, game) = (batch.table(0), 7, 0);
//! Hangar::deal(&mut batch, 0, &[&squads[0], &squads[1]], seed, game);
//! seat(batch.world_mut(), table, [Some(GREEDY), Some(Agent::RANDOM)], seed, game);
//! // No rule ends a game in which dice keep missing.
//! while !batch.status(0).has_ended() && Hangar::round(batch.world(), table) <= 12 {
//!     batch.tick();
//! }
//! assert_eq!(Hangar::standing(batch.world(), table).winner(), Some(0));
//! ```

#![deny(clippy::float_arithmetic)]

mod advance;
pub mod agent;
pub mod board;
pub mod card;
pub mod catalogue;
pub mod choice;
mod commit;
pub mod constant;
pub mod coverage;
pub mod deal;
pub mod device;
pub mod driver;
pub mod effect;
pub mod facts;
pub mod gathered;
pub mod label;
pub mod library;
pub mod locals;
pub mod log;
pub mod options;
pub mod position;
pub mod procedure;
pub mod program;
pub mod proposal;
mod question;
pub mod relation;
mod replace;
pub mod rules;
pub mod scene;
mod score;
mod settle;
pub mod shift;
pub mod ship;
pub mod space;
pub mod squad;
pub mod state;
mod tally;
mod trigger;
pub mod view;
pub mod vocabulary;
