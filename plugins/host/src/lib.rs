//! Plays tabletop card games by the million, whichever they are, and says what came of it.
//!
//! No game is named here: the program lists them and names the commands (`cardmill`). What plays games is
//! generic over them; all else is compiled once, and knows a game as a [`Host`](host::Host). [`engine`] leads
//! from the one to the other.
//!
//! | module | contents |
//! |---|---|
//! | [`host`], [`entry`], [`engine`] | a game, its cards and what its players enter, whichever it is; what is compiled for each |
//! | [`setup`], [`batch`], [`matches`](mod@matches) | what games begin with, and how they are played by the thousand, over threads |
//! | [`arm`], [`hall`], [`keep`] | one way of playing a run; its workers, and those of a run of which positions are kept |
//! | [`record`], [`replay`], [`positions`] | what is kept of a game; one played again; positions with what came of them |
//! | [`players`], [`search`], [`policy`], [`net`] | agents that the host answers for: they plan, or were trained |
//! | [`arena`], [`session`], [`sitting`] | games whose players are elsewhere: in Python, another program, in front of a screen |
//! | [`scenario`] | scenarios: a file of them read, and played |
//! | [`experiment`], [`exchange`] | questions put to paired games until they are answered; entries with other cards |
//! | [`analysis`], [`stats`] | what a run says: shares, intervals, ratings; cards |
//! | [`played`], [`trust`] | games that people played, and how far agents are to be believed |
//! | [`output`], [`schema`] | tables, JSON, CSV, reports, files; what observations are |
//! | [`error`], [`interrupt`] | what goes wrong, and its exit codes; Ctrl-C |
//!
//! A run of games over two threads, and what it says. On any number of threads it says the same.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use cardmill_harness::{agent::Agent, files::default_dir, play::Source};
//! use cardmill_host::{analysis::Run, batch::play, engine::host, setup::{Settings, Setups}};
//! use cardmill_unlimited::driver::Tabletop;
//!
//! let game = host::<Tabletop>();
//! let catalogue = game.load(&default_dir().into()).expect("the cards load");
//! let names = ["luke", "vader"].map(|name| Source::File(name.into()));
//! let decks: Result<Vec<_>, _> = catalogue.read(&names).into_iter().collect();
//! let setups = Setups::pairs(decks.expect("they come with the cards"), &[(0, 1)]);
//! let agents = [Agent::RANDOM; 2].into_iter().collect();
//! let settings = Settings { games: 8, seed: 7, threads: 2, batch: 4, agents, rounds: None };
//!
//! let mut run = Run::new(&setups.list);
//! let (games, stop) = (setups.games(settings.games), AtomicBool::new(false));
//! play(&catalogue, &setups, &settings, games, &stop, &mut |game| run.add(&game))
//!     .expect("so few tables have room");
//! let luke = run.together().won(0);
//! assert_eq!((luke.games, run.quarantined), (8, 0));
//! println!("{:?} of the games, within {:?}", luke.rate(), luke.interval());
//! ```

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
