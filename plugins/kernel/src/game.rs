//! What a game tells the kernel of itself.

use core::fmt::Debug;
use core::hash::Hash;

use crate::saved::Saved;
use crate::window::{Pick, Waiting, WindowPrompt};

/// Words for what the kernel asks, among those of a game: `kernel_words!(Prompt::Kernel,
/// Choice::Kernel)` for variants that hold a [`WindowPrompt`] and a [`Pick`].
#[macro_export]
macro_rules! kernel_words {
    ($prompt:ident::$asked:ident, $choice:ident::$answered:ident) => {
        impl From<$crate::window::WindowPrompt> for $prompt {
            fn from(prompt: $crate::window::WindowPrompt) -> Self {
                Self::$asked(prompt)
            }
        }

        impl From<$crate::window::Pick> for $choice {
            fn from(pick: $crate::window::Pick) -> Self {
                Self::$answered(pick)
            }
        }
    };
}

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
    /// Which replacement effect meets a proposal; nothing, where the game has none.
    type ReplacementId: Copy + Debug + PartialEq + Hash + Saved;
    /// Reads an answer to a window's question.
    fn pick(choice: Self::Choice) -> Option<Pick>;
    /// Enters an ability that begins to resolve into its frame's locals.
    fn begin(waiting: &Waiting) -> Self::Locals;
    /// As [`Game::begin`], of an ability that is resolved in a window that goes round the players.
    fn begin_in(_window: &Self::Locals, waiting: &Waiting) -> Self::Locals {
        Self::begin(waiting)
    }
}
