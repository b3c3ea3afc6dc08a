//! Rulings as files: a position, the choices made, and what must come of it.

mod format;
mod run;

pub use format::{Place, Scenario, Step};
pub use run::{Failure, run};
