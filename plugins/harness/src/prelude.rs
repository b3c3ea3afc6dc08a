//! What a game that tells its tables in a few words names of the harness.

pub use crate::forms;
pub use crate::log::{Companions, Company};
pub use crate::names::Labelled;
pub use crate::player;
pub use crate::session::Problem;
pub use crate::tabletop::{self, Judged, Laid, Plain, Verdict};
