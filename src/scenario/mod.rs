//! Rulings as files: a position, the choices made, and what must come of it, in any of the games.
//!
//! [`format`](mod@format) reads the files, [`run`](mod@run) plays one scenario, [`suite`] plays many of several games.

pub mod format;
pub mod run;
pub mod suite;

pub use cardmill_harness::driver::ScenarioOf;
pub use cardmill_harness::scenario::Scenario;
pub use format::Scripted;
pub use run::{Failure, run};
pub use suite::{Outcome, Suite};
