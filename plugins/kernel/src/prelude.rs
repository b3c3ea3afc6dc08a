//! The names of the kernel that the rules of a game use most.

pub use crate::card::{Ref, Seat, Slot};
pub use crate::decision::Decision;
pub use crate::game::Game;
pub use crate::kernel_words;
pub use crate::layout;
pub use crate::layout::Layout;
pub use crate::procedure::{Line, Procedure};
pub use crate::replacement::{Picker, Replacement, Substitution};
pub use crate::roster::Roster;
pub use crate::rules::{self, At, Change, Flow, Heard, Resolution, Rules, Run};
pub use crate::schedule::{Layer, Round};
pub use crate::stack::{Frame, Stack};
pub use crate::stock::Stock;
pub use crate::streams::{Purpose, below};
pub use crate::table::Fault;
pub use crate::window::{Pick, Policy, Waiting, WindowPrompt};
