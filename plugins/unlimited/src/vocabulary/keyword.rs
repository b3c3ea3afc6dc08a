//! Keyword abilities (CR 7.5), with the numbers that some of them have.

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

            /// Its name in English, as printed; without its number.
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
    /// CR 7.5.6: the unit has +1/+0 for each damage on it.
    Grit,
    /// CR 7.5.7: combat damage beyond the defender's remaining HP is dealt to the defending base.
    Overwhelm,
    /// CR 7.5.8: the unit has so much more power while it attacks.
    Raid(u8),
    /// CR 7.5.9: an attack of the unit heals so much damage from its controller's base.
    Restore(u8),
    /// CR 7.5.10: an attack of the unit ignores Sentinel and defeats the Shields of the defender.
    Saboteur,
    /// CR 7.5.11: enemy units in this arena attack it rather than units without Sentinel or the base.
    Sentinel,
    /// CR 7.5.12: the unit is given a Shield token when it is played or deployed.
    Shielded,
    /// CR 7.5.18: the unit cannot be attacked in the phase in which it was played, deployed or created.
    Hidden,
    /// CR 7.5.19: of a resource.
    Plot,
    /// CR 7.5.20: another unit may attack, with this unit's other abilities.
    Support,
    /// CR 7.5.21 (9.0): of an upgrade, which is attached to its player's base.
    Fortify,
}
