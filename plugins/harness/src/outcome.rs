//! Outcomes: the state of a game between its players, and its value to each of them.

use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};

use crate::player::name;

/// The value of a game that is won; that of one that is lost is the same below 0.
pub const WON: i32 = 1_000_000;

/// The value of a lead in a game that goes on, from -[`WON`] to [`WON`]: with one of `half` it is
/// nearly three quarters won, and a sure win is worth more than any lead.
#[must_use]
pub fn of_lead(lead: i64, half: i64) -> i32 {
    (i64::from(WON) * 9 / 10 * lead / (half + lead.abs())) as i32
}

/// The outcome of a game of players who win or lose, as a board keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The game goes on, or has not begun.
    #[default]
    Open,
    /// This player has won.
    Win(Seat),
    /// It is over, and nobody has won.
    Draw,
}

impl Outcome {
    /// The value of the game to a seat, from -[`WON`] to [`WON`]; `None` while it goes on.
    #[must_use]
    pub fn prospect(self, seat: Seat) -> Option<i32> {
        match self {
            Self::Open => None,
            Self::Win(winner) if winner == seat => Some(WON),
            Self::Win(_) => Some(-WON),
            Self::Draw => Some(0),
        }
    }

    /// The end of the game in words, such as `P1 wins`; `None` while it goes on.
    #[must_use]
    pub fn told(self) -> Option<String> {
        match self {
            Self::Open => None,
            Self::Win(seat) => Some(format!("{} wins", name(seat))),
            Self::Draw => Some("the game is a draw".into()),
        }
    }
}
