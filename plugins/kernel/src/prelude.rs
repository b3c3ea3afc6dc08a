//! What the rules of a game name.

pub use crate::advance::{Flow, Run};
pub use crate::card::{Ref, Seat, Slot};
pub use crate::commit::Change;
pub use crate::constant::{Layer, Round};
pub use crate::decision::Decision;
pub use crate::game::Game;
pub use crate::kernel_words;
pub use crate::procedure::{Line, Procedure};
pub use crate::replacement::{self, Picker, Replacement, Substitution};
pub use crate::resolve::{At, Resolution};
pub use crate::roster::Roster;
pub use crate::rules::{self, Rules};
pub use crate::stack::{Frame, Stack};
pub use crate::stock::Stock;
pub use crate::streams::{Purpose, below};
pub use crate::table::Fault;
pub use crate::trigger::Heard;
pub use crate::window::{Pick, Policy, Waiting, WindowPrompt};
