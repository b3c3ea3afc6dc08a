//! Rulings as files: a position, the choices made, and what must come of it, in any of the games.
//!
//! [`format`](mod@format) reads the files, [`step`] says what a step can be, [`run`](mod@run) plays one
//! scenario, [`suite`] plays many of several games.

pub mod format;
pub mod run;
pub mod step;
pub mod suite;

pub use format::{Scenario, ScenarioOf, Scripted};
pub use run::{Failure, run};
pub use suite::{Outcome, Suite};
