//! How a game stands.

use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};

use crate::player::name;

/// How a game of players who win or lose stands, as a board keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// It goes on.
    #[default]
    Open,
    /// This player has won.
    Win(Seat),
    /// It is over, and nobody has won.
    Draw,
}

impl Outcome {
    /// How the game ended, in words; `None` while it goes on.
    #[must_use]
    pub fn told(self) -> Option<String> {
        match self {
            Self::Open => None,
            Self::Win(seat) => Some(format!("{} wins", name(seat))),
            Self::Draw => Some("the game is a draw".into()),
        }
    }
}
