//! The names of the harness that a game uses which tells its tables in a few words.

pub use crate::forms;
pub use crate::log::{Companions, Company};
pub use crate::names::Labelled;
pub use crate::player;
pub use crate::session::Problem;
pub use crate::tabletop::{self, Judged, Laid, Plain, Verdict};
