//! Rulings as files: a position, the choices made, and what must come of it.

mod format;

pub use format::{Scenario, Step};
