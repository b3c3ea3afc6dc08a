//! Rulings as files: a position, the choices made, and what must come of it, in any of the games.
//!
//! [`format`](mod@format) finds the files, [`script`] reads them, [`run`](mod@run) plays one scenario, [`bench`](mod@bench) those
//! of a game, [`suite`] many of several games.

pub use cardmill_host::scenario::{bench, run, script};

pub mod format;
pub mod suite;

pub use cardmill_harness::driver::ScenarioOf;
pub use cardmill_harness::scenario::Scenario;
pub use cardmill_host::scenario::run::{Failure, run};
pub use cardmill_host::scenario::script::Scripted;
pub use suite::{Outcome, Suite};
