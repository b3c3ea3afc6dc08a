//! Keyword abilities.

use serde::{Deserialize, Serialize};

/// All keywords, and what follows from the list of them.
macro_rules! keywords {
    (@kept $number:ident $of:ident) => { $number };
    (@some $number:ident $of:ident) => { Some($number) };
    (@some) => { None };
    ($($(#[$about:meta])* $name:ident $(($of:ident))?,)*) => {
        /// A keyword ability (CR 7.5). Numbers of the same keyword add up (CR 7.5.4).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Keyword {
            $($(#[$about])* $name $(($of))?,)*
        }

        /// A keyword, whatever its number.
        enum Place {
            $($name,)*
        }

        impl Keyword {
            /// All of them; those with a number with 0.
            pub const ALL: [Self; [$(Place::$name),*].len()] = [$(Self::$name $(($of::MIN))?),*];

            /// Its place among all of them.
            #[must_use]
            pub const fn place(self) -> usize {
                match self {
                    $(Self::$name { .. } => Place::$name as usize,)*
                }
            }

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name),)*
                }
            }

            /// Its number, if it is one with a number.
            #[must_use]
            pub const fn number(self) -> Option<u8> {
                match self {
                    $(Self::$name $((keywords!(@kept number $of)))? => {
                        keywords!(@some $(number $of)?)
                    })*
                }
            }

            /// The same with this number, if it is one with a number.
            #[must_use]
            pub const fn with(self, number: u8) -> Self {
                match self {
                    $(Self::$name { .. } => Self::$name $((keywords!(@kept number $of)))?,)*
                }
            }
        }
    };
}

keywords! {
    /// CR 7.5.5, K4 (`S0-17`): the unit readies and attacks.
    Ambush,
    /// CR 7.5.6.
    Grit,
    /// CR 7.5.7.
    Overwhelm,
    /// CR 7.5.8.
    Raid(u8),
    /// CR 7.5.9.
    Restore(u8),
    /// CR 7.5.10.
    Saboteur,
    /// CR 7.5.11.
    Sentinel,
    /// CR 7.5.12.
    Shielded,
    /// CR 7.5.18.
    Hidden,
    /// CR 7.5.19: of a resource.
    Plot,
    /// CR 7.5.20: another unit may attack, with this unit's other abilities.
    Support,
    /// CR 7.5.21 (9.0): of an upgrade, which is attached to its player's base.
    Fortify,
}
