//! Families of words: an enum whose variants have a file each.

/// A family: the files of its words, the enum of them ([`variants!`](crate::variants)), and what is
/// asked of whichever word it is.
///
/// A word is a file with a struct and what that means, and a line in this list:
///
/// ```text
/// family! {
///     /// What is done.
///     pub enum Step: Word, said {
///         does { heal: Heal, rest: Rest }
///         asks { choose: Choose }
///     }
///
///     /// Does it, or asks for what it needs.
///     pub(crate) fn run(&self, run: &mut Run<'_>) -> Flow {
///         |word| done(word, run),
///         |word| word.asks(run),
///     }
/// }
/// ```
///
/// An answer has an arm for each group, in their order, which is compiled for each of its words: nothing
/// is looked up where games are played. What is asked seldom is asked of `word()`. Where all words answer
/// alike, the list needs no groups. The macros behind the trait get the list, too. This becomes:
///
/// ```text
/// pub mod heal;
/// pub use heal::Heal;
/// // … for each word.
///
/// cardmill_harness::variants! {
///     /// What is done.
///     pub enum Step { Heal, Rest, Choose }
/// }
///
/// impl Step {
///     /// Its words: the file and the name of each.
///     pub const WORDS: &'static [(&'static str, &'static str)] =
///         &[("heal", "Heal"), ("rest", "Rest"), ("choose", "Choose")];
///
///     /// The word.
///     pub(crate) fn word(&self) -> &dyn Word {
///         match self {
///             Self::Heal(word) => word,
///             Self::Rest(word) => word,
///             Self::Choose(word) => word,
///         }
///     }
/// }
///
/// impl From<Heal> for Step {
///     fn from(word: Heal) -> Self {
///         Self::Heal(word)
///     }
/// }
/// // … for each word.
///
/// impl Step {
///     /// Does it, or asks for what it needs.
///     pub(crate) fn run(&self, run: &mut Run<'_>) -> Flow {
///         match self {
///             Self::Heal(word) => done(word, run),
///             Self::Rest(word) => done(word, run),
///             Self::Choose(word) => word.asks(run),
///         }
///     }
/// }
///
/// said!(Step: Heal Rest Choose);
/// ```
#[macro_export]
macro_rules! family {
    (@answers $family:ident $groups:tt $(
        $(#[$about:meta])*
        $see:vis fn $asked:ident(&$this:ident $(, $with:ident: $what:ty)* $(,)?) $(-> $answer:ty)? {
            $($arms:tt)*
        }
    )*) => {
        impl $family {
            $(
                $(#[$about])*
                $see fn $asked(&$this $(, $with: $what)*) $(-> $answer)? {
                    $crate::family!(@arms $this $groups [$($arms)*])
                }
            )*
        }
    };
    (@arms $this:ident [$({ $($name:ident)* })*] [$(|$word:pat_param| $answer:expr),* $(,)?]) => {
        match $this {
            $($(Self::$name($word) => $answer,)*)*
        }
    };
    (
        $(#[$about:meta])*
        $see:vis enum $family:ident: $word:path $(, $list:ident)* {
            $($group:ident { $($file:ident: $name:ident),* $(,)? })*
        }
        $($answers:tt)*
    ) => {
        $($(pub mod $file; pub use $file::$name;)*)*

        $crate::variants! {
            $(#[$about])*
            $see enum $family { $($($name,)*)* }
        }

        impl $family {
            /// Its words: the file and the name of each.
            pub const WORDS: &'static [(&'static str, &'static str)] =
                &[$($((stringify!($file), stringify!($name)),)*)*];

            /// The word.
            pub(crate) fn word(&self) -> &dyn $word {
                match self {
                    $($(Self::$name(word) => word,)*)*
                }
            }
        }

        $($(
            impl ::core::convert::From<$name> for $family {
                fn from(word: $name) -> Self {
                    Self::$name(word)
                }
            }
        )*)*

        $crate::family!(@answers $family [$({ $($name)* })*] $($answers)*);
        $crate::family!(@lists [$($list)*] ($family: $($($name)*)*));
    };
    (
        $(#[$about:meta])*
        $see:vis enum $family:ident: $word:path $(, $list:ident)* {
            $($file:ident: $name:ident),* $(,)?
        }
        $($answers:tt)*
    ) => {
        $crate::family! {
            $(#[$about])*
            $see enum $family: $word $(, $list)* {
                words { $($file: $name),* }
            }
            $($answers)*
        }
    };
    (@lists [$($list:ident)*] $words:tt) => {
        $($list! $words;)*
    };
}
