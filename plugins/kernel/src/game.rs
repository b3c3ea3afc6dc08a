//! The words of a game for the kernel: its proposals, questions, options, and the memory of its
//! programs.

use core::fmt::Debug;
use core::hash::Hash;

use crate::saved::Saved;
use crate::window::{Pick, Waiting, WindowPrompt};

/// Words for what the kernel asks, among those of a game: a variant that holds a [`WindowPrompt`] or a
/// [`Pick`], or the game's own variants in the order of theirs.
///
/// ```ignore
/// kernel_words!(Prompt::Kernel, Choice::Kernel);
/// kernel_words!(Prompt { First, Which, Replace }, Choice { First, Resolve, Decline });
/// ```
#[macro_export]
macro_rules! kernel_words {
    (@choice $choice:ident::$picked:ident) => {
        impl From<$crate::window::Pick> for $choice {
            fn from(pick: $crate::window::Pick) -> Self {
                Self::$picked(pick)
            }
        }

        impl From<$choice> for Option<$crate::window::Pick> {
            fn from(choice: $choice) -> Self {
                match choice {
                    $choice::$picked(pick) => Some(pick),
                    _ => None,
                }
            }
        }
    };
    (@choice $choice:ident { $first:ident, $ability:ident, $decline:ident }) => {
        impl From<$crate::window::Pick> for $choice {
            fn from(pick: $crate::window::Pick) -> Self {
                match pick {
                    $crate::window::Pick::First(seat) => Self::$first(seat),
                    $crate::window::Pick::Ability(index) => Self::$ability(index),
                    $crate::window::Pick::Decline => Self::$decline,
                }
            }
        }

        impl From<$choice> for Option<$crate::window::Pick> {
            fn from(choice: $choice) -> Self {
                match choice {
                    $choice::$first(seat) => Some($crate::window::Pick::First(seat)),
                    $choice::$ability(index) => Some($crate::window::Pick::Ability(index)),
                    $choice::$decline => Some($crate::window::Pick::Decline),
                    _ => None,
                }
            }
        }
    };
    ($prompt:ident::$asked:ident, $($choice:tt)+) => {
        impl From<$crate::window::WindowPrompt> for $prompt {
            fn from(prompt: $crate::window::WindowPrompt) -> Self {
                Self::$asked(prompt)
            }
        }

        $crate::kernel_words!(@choice $($choice)+);
    };
    ($prompt:ident { $first:ident, $which:ident, $replacement:ident }, $($choice:tt)+) => {
        impl From<$crate::window::WindowPrompt> for $prompt {
            fn from(prompt: $crate::window::WindowPrompt) -> Self {
                match prompt {
                    $crate::window::WindowPrompt::First => Self::$first,
                    $crate::window::WindowPrompt::Which => Self::$which,
                    $crate::window::WindowPrompt::Replacement => Self::$replacement,
                }
            }
        }

        $crate::kernel_words!(@choice $($choice)+);
    };
}

/// The words in which a game asks and answers.
pub trait Game: Send + Sync + 'static {
    /// A change to the state that is proposed and then committed.
    type Proposal: Copy + Debug + Hash + Saved;
    /// The memory of a frame beside its place in the program.
    type Locals: Clone + Debug + Default + Hash + Saved;
    /// A question to a player.
    type Prompt: Copy + Debug + Hash + Saved + From<WindowPrompt>;
    /// An option. `Default` is "there was nothing to choose".
    type Choice: Copy + Debug + Default + PartialEq + Hash + Saved + From<Pick> + Into<Option<Pick>>;
    /// The number or name of a replacement effect, as the game tells them apart; `()`, where the
    /// game has none.
    type ReplacementId: Copy + Debug + PartialEq + Hash + Saved;
    /// Reads an answer to a window's question.
    fn pick(choice: Self::Choice) -> Option<Pick> {
        choice.into()
    }
    /// Enters an ability that begins to resolve into its frame's locals.
    fn begin(waiting: &Waiting) -> Self::Locals;
    /// As [`Game::begin`], of an ability that is resolved in a window that goes round the players.
    fn begin_in(_window: &Self::Locals, waiting: &Waiting) -> Self::Locals {
        Self::begin(waiting)
    }
}
