//! What a game that tells its tables in a few words names of the harness.

pub use crate::log::Chronicle;
pub use crate::names::Labelled;
pub use crate::player;
pub use crate::session::Problem;
pub use crate::tabletop::{self, Judged, Laid, Plain, State, Verdict};
pub use crate::{columns, forms};
