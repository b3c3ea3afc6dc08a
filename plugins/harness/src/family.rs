//! Families of words: an enum whose variants have a file each.

/// A family: the files of its words, the enum of them ([`variants!`](crate::variants)), and a macro for
/// what is asked of whichever word it is.
///
/// A word is a file with a struct and what that means, and a line in this list:
///
/// ```text
/// family! {
///     /// What is done.
///     pub enum Step: steps, said {
///         does { heal: Heal, rest: Rest }
///         asks { choose: Choose }
///     }
/// }
/// ```
///
/// The list names what words are and nothing of what they do, so that whatever holds words can rest on
/// it. What is asked of them stands in a file beside it:
///
/// ```text
/// steps! {
///     /// The word.
///     pub(crate) fn word(&self) -> &dyn Word {
///         |word| word,
///         |word| word,
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
/// alike, the list needs no groups. The macros behind that of the answers get the list, too. This becomes:
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
/// }
///
/// impl From<Heal> for Step {
///     fn from(word: Heal) -> Self {
///         Self::Heal(word)
///     }
/// }
/// // … for each word.
///
/// said!(Step: Heal Rest Choose);
///
/// // And in the file beside it:
/// impl Step {
///     /// Does it, or asks for what it needs.
///     pub(crate) fn run(&self, run: &mut Run<'_>) -> Flow {
///         match self {
///             Self::Heal(word) => done(word, run),
///             Self::Rest(word) => done(word, run),
///             Self::Choose(word) => word.asks(run),
///         }
///     }
///     // … and so on.
/// }
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
    (@asks ($d:tt) $asks:ident $family:ident $groups:tt) => {
        macro_rules! $asks {
            ($d($d answers:tt)*) => {
                $crate::family! { @answers $family $groups $d($d answers)* }
            };
        }
        pub(crate) use $asks;
    };
    (@lists [$($list:ident)*] $words:tt) => {
        $($list! $words;)*
    };
    (
        $(#[$about:meta])*
        $see:vis enum $family:ident: $asks:ident $(, $list:ident)* {
            $($group:ident { $($file:ident: $name:ident),* $(,)? })*
        }
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
        }

        $($(
            impl ::core::convert::From<$name> for $family {
                fn from(word: $name) -> Self {
                    Self::$name(word)
                }
            }
        )*)*

        $crate::family!(@asks ($) $asks $family [$({ $($name)* })*]);
        $crate::family!(@lists [$($list)*] ($family: $($($name)*)*));
    };
    (
        $(#[$about:meta])*
        $see:vis enum $family:ident: $asks:ident $(, $list:ident)* {
            $($file:ident: $name:ident),* $(,)?
        }
    ) => {
        $crate::family! {
            $(#[$about])*
            $see enum $family: $asks $(, $list)* {
                words { $($file: $name),* }
            }
        }
    };
}
