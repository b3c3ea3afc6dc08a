//! The methods of a session, each with its parameters.

use core::any::type_name;

use cardmill_harness::player::Player;
use serde::Deserialize;
use serde_json::Value;

use super::reply;
use super::room::Answer;
use super::saved::SavedGame;
use crate::games::Game;
use crate::search::Report;

/// A method, as the manual has it.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The name of the method.
    pub name: &'static str,
    /// The purpose of it, as `methods` tells it.
    pub what: &'static str,
    /// The name of the type of its parameters.
    pub takes: fn() -> &'static str,
    /// The name of the type of its answer.
    pub answers: fn() -> &'static str,
}

/// Makes a method that takes `T` and answers with `A`.
const fn method<T, A>(name: &'static str, what: &'static str) -> Method {
    Method { name, what, takes: type_name::<T>, answers: type_name::<A> }
}

/// The methods, in the order of the manual.
pub const METHODS: &[Method] = &[
    method::<Setup, reply::TableReply>("setup", "sets up a position on a new table"),
    method::<NewGame, reply::TableReply>("new_game", "deals a game on a new table"),
    method::<OfTable, reply::TableReply>("decision", "says what is asked at a table"),
    method::<Choose, reply::TableReply>(
        "choose",
        "takes an option and plays on to the next decision",
    ),
    method::<WhyNot, reply::Reason>("why_not", "says why something is not offered"),
    method::<OfTable, reply::StateReply>("state", "tells all there is to know of a table"),
    method::<View, reply::ViewReply>("view", "tells what one player may know of a table"),
    method::<Log, reply::Lines<'_>>("log", "tells what has happened, line by line"),
    method::<Set, reply::TableReply>("set", "changes a position in place"),
    method::<ToPhase, reply::TableReply>("to_phase", "plays on with passes until a phase starts"),
    method::<Fork, reply::TableReply>("fork", "copies a game onto a new table"),
    method::<Determinize, reply::TableReply>(
        "determinize",
        "puts a game that a player cannot tell from this one onto a new table",
    ),
    method::<Search, Report>("search", "lets an agent try out what could be chosen"),
    method::<Review, reply::Review>(
        "review",
        "plays choices on a copy and lets an agent look at the options before each",
    ),
    method::<OfTable, reply::Saved>("save", "writes a game down"),
    method::<Load, reply::TableReply>("load", "sets a new table up as a game was saved"),
    method::<OfTable, reply::Dropped>("drop", "clears a table away"),
    method::<Nothing, Vec<reply::Listed>>("tables", "lists the tables"),
    method::<Nothing, Vec<reply::Playable>>("games", "lists the games that can be played"),
    method::<Nothing, reply::Version>("version", "says which program this is"),
    method::<Nothing, Vec<reply::Told>>("methods", "lists the methods"),
];

/// Parameters of `setup`. A position that could not stand is refused with its place, such as
/// `given.p1.units[2].damage`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    /// The game: `unlimited` when left out, `xwing`, `imperium` or `skirmish`.
    #[serde(default = "first")]
    pub(super) game: String,
    /// The position, in the words of scenarios, as JSON: a tuple is an array, a word without fields is a text; `{}`
    /// when left out.
    #[serde(default = "empty")]
    pub(super) given: Value,
    /// Players are also asked when there is one option alone; `false` when left out. Copies and saved games keep it.
    #[serde(default)]
    pub(super) ask_all: bool,
}

/// Parameters of `new_game`. The same seed, number and entries or position begin the same game as `cardmill simulate`.
#[derive(Deserialize)]
pub(super) struct NewGame {
    /// The game, as of `setup`.
    #[serde(default = "first")]
    pub(super) game: String,
    /// Players are also asked when there is one option alone, as of `setup`.
    #[serde(default)]
    pub(super) ask_all: bool,
    /// Either `position`, as below, or what the players enter, by seat: `decks` of Star Wars: Unlimited, `squads` of
    /// X-Wing. Each is a file's content, the path of one, or the name of one that comes with the cards. `seed` and
    /// `number` are those of `Deal`, too.
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
    /// The handle of the table.
    pub(super) table: u64,
}

/// Parameters of `fork`, which copies a game at any decision.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fork {
    /// The handle of the table that is copied.
    pub(super) table: u64,
    /// The number by which the copy draws other random numbers from here on, so that whoever plans by it does not see
    /// the future; the same ones when left out.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

/// Parameters of `determinize`. The things that the player does not see are dealt anew, uniformly over all that fits
/// what they know, and other random numbers are drawn. The log of the new table begins anew. Refused of games that do
/// not say what their players know.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Determinize {
    /// The handle of the table that is looked at.
    pub(super) table: u64,
    /// The player who cannot tell both games apart.
    pub(super) player: Player,
    /// The number of the deal, 0 when left out; the same one deals the same.
    #[serde(default)]
    pub(super) seed: u64,
}

/// Parameters of `search`, which changes nothing. Refused of games that do not say what their players know.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// The handle of the table.
    pub(super) table: u64,
    /// The agent with its parameters, as on the command line: one that searches, such as `ismcts:sims=64`.
    pub(super) agent: String,
    /// The number of the search, 0 when left out; the same one searches the same.
    #[serde(default)]
    pub(super) seed: u64,
}

/// Parameters of `review`, which changes nothing. The largest `lost` are the turning points of a game. Refused of games
/// that do not say what their players know.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Review {
    /// The handle of the table that the choices begin from.
    pub(super) table: u64,
    /// The agent with its parameters, as of `search`.
    pub(super) agent: String,
    /// The number of the search, as of `search`.
    #[serde(default)]
    pub(super) seed: u64,
    /// The choices, one after the other, each the number or the label of an option.
    pub(super) choices: Vec<Answer>,
}

/// Parameters of methods that take none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Parameters of `choose`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choose {
    /// The handle of the table.
    pub(super) table: u64,
    /// The number or the label of the option, such as `P2 Wampa` or `Wampa #2`.
    pub(super) option: Answer,
    /// The player who must be the one who is asked; anybody when left out.
    #[serde(default)]
    pub(super) player: Option<Player>,
}

/// Parameters of `why_not`. Refused where the option is offered, or the label is the name of nothing that this decision
/// could be about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNot {
    /// The handle of the table.
    pub(super) table: u64,
    /// The label of the option that is not offered.
    pub(super) label: String,
}

/// Parameters of `view`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct View {
    /// The handle of the table.
    pub(super) table: u64,
    /// The player whose view it is.
    pub(super) player: Player,
}

/// Parameters of `log`, which is for people and names hidden cards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Log {
    /// The handle of the table.
    pub(super) table: u64,
    /// The number of lines that are left out, from the first on; 0 when left out.
    #[serde(default)]
    pub(super) since: usize,
}

/// Parameters of `set`, which makes all changes or none. Constant abilities and consequences follow; nothing triggers.
/// Refused while something is being resolved: a player must be about to take an action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Set {
    /// The handle of the table.
    pub(super) table: u64,
    /// The changes: of Star Wars: Unlimited a list, in order, each an object with one of the words below; of other games
    /// an object, each name a place in the state, each value the thing that is to be there.
    pub(super) changes: Value,
}

/// Parameters of `to_phase`. Both players pass, resource nothing and decline whatever may be declined.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToPhase {
    /// The handle of the table.
    pub(super) table: u64,
    /// The name of the phase, the next one to start: `action` or `regroup` of Star Wars: Unlimited.
    pub(super) phase: String,
}

/// Parameters of `load`. A game that was saved by another version or with other cards is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    /// The game, as `save` wrote it.
    pub(super) saved: SavedGame,
}
