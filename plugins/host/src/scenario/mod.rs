//! Scenarios of one game: [`script`] reads a file of them, [`run`](mod@run) plays one, [`bench`](mod@bench) those of a game.

pub mod bench;
pub mod run;
pub mod script;
