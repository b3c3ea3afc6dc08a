//! The harness: all that games on the cardmill kernel share beside the rules. It reads their cards
//! from files, names options and writes the lines of the log, and plays tables from outside, by
//! scenarios, sessions and people.
//!
//! A game implements [`Driver`](driver::Driver) to be played by names and
//! [`Session`](session::Session) to be played in plain data, and [`Play`](play::Play) to be played by
//! the thousand; what it does not say otherwise is written here, once.
//!
//! | module | contents |
//! |---|---|
//! | [`driver`] | tables answered from outside, one decision at a time |
//! | [`scenario`] | scenarios: a position, choices, and what must come of them |
//! | [`session`] | tables in plain data: questions, problems |
//! | [`paired`](mod@paired) | pairs of old things and new ones, as a position is changed |
//! | [`outcome`] | the outcome of a game, as a board keeps it |
//! | [`play`] | whole games by the thousand: how they begin, who plays, how they ended |
//! | [`agent`] | agents, and the seats that they are given |
//! | [`answer`], [`planner`] | agents that answer at once, within the resolution; agents that plan |
//! | [`tally`] | the fate of each card in a game |
//! | [`tabletop`], [`prelude`] | a driver for games that tell their tables in a few words; the names they use |
//! | [`conformance`](mod@conformance) | what must hold for every game, as one suite of tests |
//! | [`observation`] | tables as rows of numbers, for policies |
//! | [`names`] | names of options, and the language in which scenarios name them |
//! | [`player`] | players as positions and scenarios name them |
//! | [`wording`] | forms of labels and of lines of the log, and what can be said at all |
//! | [`log`] | the log of a table |
//! | [`strict`], [`spelling`], [`day`] | files that people write: JSON, names, days |
//! | [`plain`](mod@plain) | text that a terminal shows as it stands |
//! | [`files`] | the files that cards are read from |
//! | [`given`] | reading, whatever the notation |
//! | [`library`] | definitions of cards: loaded, checked and put in order, with the place of every error |
//! | [`notation`] | RON, as cards and scenarios are written in it |
//! | [`tree`], [`variant`](mod@variant) | values as trees of their words; enums written as if the fields of a variant's struct were its own |
//!
//! Names of options are the language of scenarios: a name says what is chosen and, where that is
//! not enough, whose card it is and which of several.
//!
//! ```
//! use cardmill_harness::names::{Asked, Labelled, distinct};
//!
//! let yoda = |seat| Labelled { label: "Yoda".into(), holder: Some(seat) };
//! let options = vec![yoda(0), yoda(1), Labelled { label: "Pass".into(), holder: None }];
//! let asked = Asked { seat: 0, names: distinct(&options), options };
//!
//! assert_eq!(asked.to_string(), "P1 Yoda | P2 Yoda | Pass");
//! assert_eq!(asked.find("P2 Yoda"), Ok(1));
//! assert!(asked.find("Yoda").is_err());
//! ```

pub mod agent;
pub mod answer;
pub mod conformance;
pub mod day;
pub mod driver;
mod family;
pub mod files;
pub mod given;
pub mod library;
pub mod log;
pub mod names;
pub mod notation;
pub mod observation;
pub mod outcome;
pub mod paired;
mod place;
pub mod plain;
pub mod planner;
pub mod play;
pub mod player;
pub mod prelude;
mod problem;
mod question;
pub mod scenario;
pub mod session;
pub mod spelling;
pub mod strict;
pub mod tabletop;
pub mod tally;
pub mod tree;
pub mod variant;
pub mod wording;
