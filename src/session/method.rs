//! The methods of a session, each with its parameters.

use cardmill_harness::player::Player;
use serde::Deserialize;
use serde_json::Value;

use super::room::Answer;
use super::saved::SavedGame;
use crate::games::Game;

/// The methods, in the order of the manual, and what each is for.
pub const METHODS: &[(&str, &str)] = &[
    ("setup", "sets up a position on a new table"),
    ("new_game", "deals a game on a new table"),
    ("decision", "says what is asked at a table"),
    ("choose", "takes an option and plays on to the next decision"),
    ("why_not", "says why something is not offered"),
    ("state", "tells all there is to know of a table"),
    ("view", "tells what one player may know of a table"),
    ("log", "tells what has happened, line by line"),
    ("set", "changes a position in place"),
    ("to_phase", "plays on with passes until a phase starts"),
    ("fork", "copies a game onto a new table"),
    ("determinize", "puts a game that a player cannot tell from this one onto a new table"),
    ("search", "lets an agent try out what could be chosen"),
    ("review", "plays choices on a copy and lets an agent look at the options before each"),
    ("save", "writes a game down"),
    ("load", "sets a new table up as a game was saved"),
    ("drop", "clears a table away"),
    ("tables", "lists the tables"),
    ("games", "lists the games that can be played"),
    ("version", "says which program this is"),
    ("methods", "lists the methods"),
];

/// Parameters of `setup`, which sets a new table up as a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    #[serde(default = "first")]
    pub(super) game: String,
    /// The position, as scenarios write it.
    #[serde(default = "empty")]
    pub(super) given: Value,
    /// Players are also asked when there is one option alone.
    #[serde(default)]
    pub(super) ask_all: bool,
}

/// Parameters of `new_game`. The others are those of [`Deal`](super::room::Deal).
#[derive(Deserialize)]
pub(super) struct NewGame {
    #[serde(default = "first")]
    pub(super) game: String,
    /// Players are also asked when there is one option alone.
    #[serde(default)]
    pub(super) ask_all: bool,
    #[serde(flatten)]
    pub(super) rest: serde_json::Map<String, Value>,
}

fn first() -> String {
    Game::default().to_string()
}

fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}

/// Parameters of methods that take a table and nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfTable {
    pub(super) table: u64,
}

/// Parameters of `fork`, which copies a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fork {
    pub(super) table: u64,
    /// The number by which the copy draws other random numbers; the same ones, if left out.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

/// Parameters of `determinize`, which deals a world that a player cannot rule out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Determinize {
    pub(super) table: u64,
    pub(super) player: Player,
    #[serde(default)]
    pub(super) seed: u64,
}

/// Parameters of `search`, by an agent that answers nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    pub(super) table: u64,
    /// The name and parameters of an agent, as on the command line.
    pub(super) agent: String,
    #[serde(default)]
    pub(super) seed: u64,
}

/// Parameters of `review`, which plays choices on a copy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Review {
    pub(super) table: u64,
    /// The name and parameters of an agent, as on the command line.
    pub(super) agent: String,
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) choices: Vec<Answer>,
}

/// Parameters of methods that take none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Parameters of `choose`, which takes an option.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choose {
    pub(super) table: u64,
    pub(super) option: Answer,
    /// The player who must be the one who is asked; anybody when left out.
    #[serde(default)]
    pub(super) player: Option<Player>,
}

/// Parameters of `why_not`: the label of the option that is not offered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNot {
    pub(super) table: u64,
    pub(super) label: String,
}

/// Parameters of `view`: the player whose view it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct View {
    pub(super) table: u64,
    pub(super) player: Player,
}

/// Parameters of `log`: the table, and the line to begin with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Log {
    pub(super) table: u64,
    /// Lines before this one are left out.
    #[serde(default)]
    pub(super) since: usize,
}

/// Parameters of `set`: the places of a position that change, with their new values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Set {
    pub(super) table: u64,
    pub(super) changes: Value,
}

/// Parameters of `to_phase`: the name of the phase, as the game has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToPhase {
    pub(super) table: u64,
    pub(super) phase: String,
}

/// Parameters of `load`: the game as `save` wrote it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    pub(super) saved: SavedGame,
}
