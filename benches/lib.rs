//! Parts that the benchmarks in `benches/` share: the six real decks and runs over them, a World of
//! tables to stop at any tick, the lines that are printed.

pub mod hall;
pub mod matrix;
pub mod profile;
pub mod program;
pub mod speed;
