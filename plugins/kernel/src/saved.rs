//! A table as it is saved: every registered component of the table and of what is on it, by name
//! for people and other programs, or as bytes for this one.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A type that can be part of a saved table. Every type that can be written and read is one.
pub trait Saved: Serialize + DeserializeOwned + Send + Sync + 'static {}

impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Saved for T {}

/// The components of one entity, by name.
pub type Members = BTreeMap<String, Value>;

/// A table, written down. [`Batch::save`](crate::batch::Batch::save) makes one,
/// [`Batch::load`](crate::batch::Batch::load) takes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTable {
    /// The components of the table entity.
    pub table: Members,
    /// The components of its cards, by slot.
    pub cards: Vec<Members>,
    /// The entities that stand on it and are no cards, such as figures, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Members>,
    /// The components of its effects, by number.
    pub effects: Vec<Members>,
    /// Its tokens that are no cards, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<Members>,
}

/// Something that was not saved from a table of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A component of the game is not there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A component this game does not have.
    #[error("{0} is no component of this game")]
    Unknown(String),
    /// A component that is not what it should be.
    #[error("{0}: {1}")]
    Unreadable(&'static str, String),
    /// Bytes of another version of Cardmill, another game or other cards.
    #[error("it was saved {what} {found}; this is {expected}")]
    Foreign {
        /// In which way it is another, such as `by Cardmill`.
        what: &'static str,
        /// The version, game or digest of cards that the table was saved by or with.
        found: String,
        /// The version, game or digest of cards that this program has.
        expected: String,
    },
    /// Bytes that are not as they were written.
    #[error("it is not as it was written")]
    Damaged,
}

/// The origin of packed tables: a game with some cards. Bytes can be loaded only where they are the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The digest of its cards.
    pub cards: u64,
}
