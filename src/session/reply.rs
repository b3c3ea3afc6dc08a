//! The answers of a session, each with its fields.

use serde::Serialize;
use serde_json::value::RawValue;

use super::room::{Reviewed, Standing};
use super::saved::SavedGame;

/// A table and how it stands now.
#[derive(Serialize)]
pub struct TableReply {
    /// The handle of the table.
    pub(super) table: u64,
    #[serde(flatten)]
    pub(super) standing: Standing,
    /// `true` if the phase was reached; of `to_phase` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reached: Option<bool>,
}

/// The whole state of a table, with its digest and that of its game.
#[derive(Serialize)]
pub struct StateReply {
    /// The handle of the table.
    pub(super) table: u64,
    /// The digest of the state alone: equal states have equal digests, however they were reached.
    pub(super) digest: String,
    /// The digest of the state and of every choice so far, as `simulate` and `replay` give it for a game.
    pub(super) game_digest: String,
    /// The state, hidden cards and all, in the words of the game.
    pub(super) state: Box<RawValue>,
}

/// A table as one player may know it.
#[derive(Serialize)]
pub struct ViewReply {
    /// The handle of the table.
    pub(super) table: u64,
    /// The view: as the state, without the things that are hidden from this player.
    pub(super) view: Box<RawValue>,
}

/// The reason for which something is not offered.
#[derive(Serialize)]
pub(super) struct Reason {
    /// The reason in words.
    pub(super) reason: String,
}

/// Lines of a log.
#[derive(Serialize)]
pub(super) struct Lines<'l> {
    /// The lines, from `since` on.
    pub(super) lines: &'l [String],
    /// The number of all lines: the `since` of the next call.
    pub(super) next: usize,
}

/// Choices that were looked at.
#[derive(Serialize)]
pub(super) struct Review {
    /// The choices, in their order.
    pub(super) reviewed: Vec<Reviewed>,
}

/// A game that was written down.
#[derive(Serialize)]
pub(super) struct Saved {
    /// The game, for `load`.
    pub(super) saved: SavedGame,
}

/// A table that was cleared away.
#[derive(Serialize)]
pub(super) struct Dropped {
    /// The handle that it had.
    pub(super) dropped: u64,
}

/// A table of the session.
#[derive(Serialize)]
pub(super) struct Listed {
    /// The handle of the table.
    pub(super) table: u64,
    /// The name of the game on it.
    pub(super) game: &'static str,
}

/// A game that can be played.
#[derive(Serialize)]
pub(super) struct Playable {
    /// The name of the game.
    pub(super) game: &'static str,
    /// The digest of its cards; `None` before a table of it is set up.
    pub(super) cards: Option<String>,
}

/// The program that answers.
#[derive(Serialize)]
pub(super) struct Version {
    /// The version of Cardmill.
    pub(super) cardmill: &'static str,
    /// The format of saved games.
    pub(super) saved: u32,
}

/// A method, as `methods` tells it.
#[derive(Serialize)]
pub(super) struct Told {
    /// The name of the method.
    pub(super) method: &'static str,
    /// The purpose of it, in a few words.
    pub(super) what: &'static str,
}
