//! A second simulator of a subset of Star Wars: Unlimited, without an ECS: the *flat reference*,
//! written from the rules and sharing no code with the engine.
//!
//! It serves twice. It is an *oracle*: given the random results and the choices of a game, it must
//! find the same options and the same state at every decision (`tests/differential/`). And it is
//! the *physical limit* that the engine's speed is measured against (the benchmark `flat`): a game
//! is a few kilobytes of bit sets and arrays, rules are plain functions that call each other, and
//! nothing is allocated while a game is played.
//!
//! Covered are units, upgrades and events of [`cards::CARDS`], the eight keywords of SOR, bases
//! and leaders without text, and simple triggers. Rules are cited as in the engine (`CR 6.3.4`;
//! `K1` to `K14` and "seed" as in `docs/method/rules.md`). Only [`shelf`] knows the engine: it has these cards
//! and decks for it.

pub mod attack;
pub mod canon;
pub mod card;
pub mod cards;
pub mod choice;
pub mod effect;
pub mod fault;
pub mod game;
pub mod play;
pub mod random;
pub mod set;
pub mod shelf;
pub mod state;
pub mod trigger;
