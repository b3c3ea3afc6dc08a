//! X-Wing 2.0 on the cardmill kernel: squads in play, from dials to destroyed ships.
//!
//! | module | what it holds |
//! |---|---|
//! | [`vocabulary`] | the words in which cards are written down |
//! | [`library`], [`catalogue`], [`facts`] | cards: read and checked, ready to play, and what is known of all others |
//! | [`card`], [`ship`], [`board`], [`relation`] | the state of a table |
//! | [`space`], [`shift`] | the mat: poses, templates, ranges, arcs; moves and places by number |
//! | [`proposal`], [`choice`] | changes, what is asked |
//! | [`procedure`], [`program`] | procedures of the game, abilities |
//! | [`scene`] | a table as rules read it |
//! | [`rules`], [`state`] | the rules of each stage and the tables they move |
//! | [`squad`], [`deal`] | squads as people have them, and games that begin with two |
//! | [`position`], [`driver`] | tables set up and answered from outside |
//! | [`view`], [`agent`] | what one player may know, and who plays by that |
//! | [`label`], [`log`] | players' words |

#![deny(clippy::float_arithmetic)]

mod advance;
pub mod agent;
pub mod board;
pub mod card;
pub mod catalogue;
pub mod choice;
mod commit;
pub mod constant;
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
