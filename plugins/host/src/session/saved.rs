//! A saved game, as it is handed out: what it is, what it needs, and the state as one text.

use cardmill_kernel::digest::Digest;
use cardmill_kernel::saved::SavedTable;
use serde::{Deserialize, Serialize};

use super::protocol::{MISFIT, RpcError};
use crate::record::hex;

/// The version of this format.
pub const FORMAT: u32 = 1;

/// A saved game. Digests are hexadecimal: not every reader of JSON keeps 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The version of this format.
    pub format: u32,
    /// The version of Cardmill that wrote it.
    pub cardmill: String,
    /// The name of the game.
    pub game: String,
    /// The digest of the cards it is played with.
    pub cards: String,
    /// The digest of the state.
    pub digest: String,
    /// A check sum of the state as written.
    pub check: String,
    /// The state, as JSON.
    pub state: String,
}

impl SavedGame {
    /// Wraps a table.
    ///
    /// # Panics
    /// Never: a saved table is plain data.
    #[must_use]
    pub fn new(game: &str, cards: u64, digest: u64, table: &SavedTable) -> Self {
        let state = serde_json::to_string(table).expect("a saved table is plain data");
        Self {
            format: FORMAT,
            cardmill: env!("CARGO_PKG_VERSION").into(),
            game: game.into(),
            cards: hex(cards),
            digest: hex(digest),
            check: hex(Digest::of(&state)),
            state,
        }
    }

    /// Unwraps the table, if it fits this program and these cards.
    ///
    /// # Errors
    /// When it does not, or is not as it was written.
    pub fn table(&self, cards: u64) -> Result<SavedTable, RpcError> {
        let differs = |place: &str, what: &str, found: &str, expected: &str| {
            let reason = format!("it was saved {what} {found}; this is {expected}");
            Err(RpcError::at(MISFIT, format!("saved.{place}"), reason))
        };
        if self.format != FORMAT {
            let format = self.format.to_string();
            return differs("format", "in format", &format, &FORMAT.to_string());
        }
        let version = env!("CARGO_PKG_VERSION");
        if self.cardmill != version {
            return differs("cardmill", "by Cardmill", &self.cardmill, version);
        }
        if self.cards != hex(cards) {
            return differs("cards", "with the cards", &self.cards, &hex(cards));
        }
        if self.check != hex(Digest::of(&self.state)) {
            return Err(RpcError::at(MISFIT, "saved.state", "it is not as it was written"));
        }
        serde_json::from_str(&self.state)
            .map_err(|error| RpcError::at(MISFIT, "saved.state", error.to_string()))
    }
}
