//! What a game tells the kernel of itself.

use core::fmt::Debug;
use core::hash::Hash;

use crate::saved::Saved;
use crate::window::{Pick, Waiting, WindowPrompt};

/// The words in which a game asks and answers.
pub trait Game: Send + Sync + 'static {
    /// A change to the state that is proposed and then committed.
    type Proposal: Copy + Debug + Hash + Saved;
    /// What a frame remembers beside its place in the program.
    type Locals: Clone + Debug + Default + Hash + Saved;
    /// What is asked.
    type Prompt: Copy + Debug + Hash + Saved + From<WindowPrompt>;
    /// An option. `Default` is "there was nothing to choose".
    type Choice: Copy + Debug + Default + PartialEq + Hash + Saved + From<Pick>;
    /// Reads an answer to a window's question.
    fn pick(choice: Self::Choice) -> Option<Pick>;
    /// Enters an ability that begins to resolve into its frame's locals.
    fn begin(waiting: &Waiting) -> Self::Locals;
    /// As [`Game::begin`], of an ability that is resolved in a window that goes round the players.
    fn begin_in(_window: &Self::Locals, waiting: &Waiting) -> Self::Locals {
        Self::begin(waiting)
    }
}
