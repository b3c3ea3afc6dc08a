//! Plays tabletop card games by the million, whichever they are, and says what came of it.
//!
//! No game is named here: the program lists them and names the commands (`cardmill`). What plays games is
//! generic over them; all else is compiled once, and knows a game as a [`Host`](host::Host). [`engine`] leads
//! from the one to the other.

pub mod analysis;
pub mod arena;
pub mod arm;
pub mod batch;
pub mod engine;
pub mod entry;
pub mod error;
pub mod exchange;
pub mod experiment;
pub mod hall;
pub mod host;
pub mod interrupt;
pub mod keep;
pub mod matches;
pub mod net;
pub mod output;
pub mod played;
pub mod players;
pub mod policy;
pub mod positions;
pub mod record;
pub mod replay;
pub mod scenario;
pub mod schema;
pub mod search;
pub mod session;
pub mod setup;
pub mod sitting;
pub mod stats;
pub mod trust;

/// Games to try things with.
#[cfg(test)]
mod example {
    use cardmill_harness::files::CardFiles;
    use cardmill_unlimited::library::default_dir;

    use crate::engine::host;
    use crate::host::Host;

    pub(crate) const UNLIMITED: &dyn Host = host::<cardmill_unlimited::driver::Tabletop>();
    pub(crate) const XWING: &dyn Host = host::<cardmill_xwing::driver::Hangar>();
    pub(crate) const SKIRMISH: &dyn Host = host::<cardmill_skirmish::Tabletop>();

    /// The files of `cards/`.
    pub(crate) fn cards() -> CardFiles {
        default_dir().into()
    }
}
