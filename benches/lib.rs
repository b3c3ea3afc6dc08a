//! Parts that the benchmarks in `benches/` share: the six real decks and runs over them, a World of
//! tables to stop at any tick, the lines that are printed.
//!
//! | module | contents |
//! |---|---|
//! | [`matrix`] | the six real decks, and runs over their pairs |
//! | [`hall`] | a World of tables that is ticked by hand |
//! | [`speed`] | measuring, and the lines that say what was measured |
//! | [`profile`] | a profile that callgrind has written |
//! | [`program`] | the program itself as a process of its own |
//!
//! What a benchmark measures is played like this, a tick at a time:
//!
//! ```
//! use cardmill_benches::{hall::Hall, matrix::Matrix};
//! use cardmill_harness::agent::Agent;
//!
//! let matrix = Matrix::load();
//! let mut hall = Hall::new(&matrix, Agent::RANDOM, 4);
//! while hall.played.games < 4 {
//!     hall.tick();
//!     hall.deal_ended();
//! }
//! println!("{} decisions, digest {}", hall.played.decisions, hall.played.digest);
//! assert_eq!(hall.played.games, 4);
//! ```

pub mod hall;
pub mod matrix;
pub mod profile;
pub mod program;
pub mod speed;
