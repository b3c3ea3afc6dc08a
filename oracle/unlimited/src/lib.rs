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
//!
//! | module | contents |
//! |---|---|
//! | [`card`], [`cards`] | printed cards, and those of the subset |
//! | [`set`], [`state`] | physical cards and sets of them, the state of a game |
//! | [`game`], [`play`], [`attack`], [`effect`], [`trigger`] | the rules: rounds and turns, cards that are played, attacks, effects, abilities that wait |
//! | [`choice`], [`random`] | questions and those who answer them; players that choose at random |
//! | [`canon`] | the text of questions, options and states that is compared with the engine's |
//! | [`fault`] | rules broken on purpose, which the comparison must find |
//! | [`shelf`] | cards and decks for the engine |
//!
//! A game between two decks of random cards, by players that choose at random:
//!
//! ```
//! use cardmill_oracle_unlimited::choice::Stop;
//! use cardmill_oracle_unlimited::game::Game;
//! use cardmill_oracle_unlimited::random::{Dice, Random, deck, pool};
//! use cardmill_oracle_unlimited::state::Outcome;
//!
//! let mut dice = Dice::new(7);
//! let pool = pool(&mut dice, 20);
//! let decks = [deck(&mut dice, 50, &pool), deck(&mut dice, 50, &pool)];
//! let mut players = Random::new(7);
//! let mut game = Game::new([&decks[0], &decks[1]], &mut players);
//!
//! assert_eq!(game.play(), Err(Stop::Over));
//! assert_ne!(game.state.outcome, Outcome::Open);
//! println!("{:?} in round {}", game.state.outcome, game.state.round);
//! println!("{} decisions", players.decisions);
//! ```

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
