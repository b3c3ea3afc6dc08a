//! A second simulator of X-Wing 2.0, without an ECS: dogfights of generic pilots, from set-up to the
//! last ship, written from the rules and sharing no code with the engine.
//!
//! It serves as an *oracle*: given the dice, the damage decks and the choices of a game, it must
//! find the same options and the same state at every decision (`tests/differential/`). Where the
//! engine reckons in whole micrometres, it measures in floating-point numbers, by closed forms and
//! outlines that need not be convex; what is too close to be told by measuring is a *close call*,
//! which the players make ([`choice::Players::call`]).
//!
//! ```
//! use cardmill_oracle_xwing::course::Course;
//! use cardmill_oracle_xwing::fleet::Maneuver;
//!
//! // A straight of speed 2 takes a small ship as far as its template and its base are long.
//! let straight = Course::of(Maneuver::read("2FB"));
//! let end = straight.at(20_000.0, straight.rear(20_000.0, straight.steps(20_000.0)));
//! assert!((end.at.y - 120_000.0).abs() < 1.0);
//! ```
//!
//! Covered are the ship types of [`fleet::SHEETS`] with their generic pilots, set-up in which
//! players are asked, dials, all bearings, overlaps, obstacles, the actions of their bars, attacks,
//! and the whole damage deck. Upgrades and abilities are not.
//!
//! | module | contents |
//! |---|---|
//! | [`fleet`], [`damage`], [`obstacle`] | ship types and pilots, damage cards, outlines |
//! | [`space`], [`course`] | shapes and distances; templates and the poses along them |
//! | [`state`], [`choice`] | the state of a game; questions and those who answer them |
//! | [`game`] | rounds; set-up, moves, actions, sight, attacks and damage beside it |
//! | [`canon`] | the text of questions, options and states that is compared with the engine's |
//! | [`fault`] | rules broken on purpose, which the comparison must find |

mod act;
mod attack;
pub mod canon;
pub mod choice;
pub mod course;
pub mod damage;
pub mod fault;
pub mod fleet;
mod fly;
pub mod game;
pub mod obstacle;
mod setup;
mod sight;
pub mod space;
pub mod state;
mod suffer;
