//! Types that several steps share: registers, counts, tokens, durations, payments.

use serde::{Deserialize, Serialize};

use super::{AspectSet, Who, Whom};

/// A place that a choice binds its cards to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Register {
    /// The first register, which words mean if they say nothing else.
    #[default]
    It,
    /// The second register, for a choice beside another.
    Other,
    /// The third register; a card chosen to pay a cost is bound here, too.
    Third,
}

/// The number of cards that are chosen, by a player unless it says that nothing is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// Exactly one, if there is one.
    #[default]
    One,
    /// Exactly this many, or as many as there are.
    Exactly(u8),
    /// From none to this many (CR 8.30).
    UpTo(u8),
    /// Any number, none included.
    Any,
    /// All of them: nothing is asked.
    All,
    /// One at random: nothing is asked.
    Random,
}

impl Count {
    /// Tells whether nobody is asked.
    #[must_use]
    pub const fn is_silent(self) -> bool {
        matches!(self, Self::All | Self::Random)
    }
}

/// A token that units are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Token {
    /// +1/+1 (CR 3.7.5).
    Experience,
    /// Prevents damage once (CR 3.7.6).
    Shield,
    /// +1/+0 until an attack or a defense of the unit ends (CR 3.7.15).
    Advantage,
    /// -1/-1 (CR 9.0).
    Weakness,
}

impl Token {
    /// All tokens that units are given.
    pub const ALL: [Self; 4] = [Self::Experience, Self::Shield, Self::Advantage, Self::Weakness];

    /// Its id in the card files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Experience => "SOR_T01",
            Self::Shield => "SOR_T02",
            Self::Advantage => "ASH_T02",
            Self::Weakness => "HMW_T02",
        }
    }

    /// Its printed name, without "token".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Experience => "Experience",
            Self::Shield => "Shield",
            Self::Advantage => "Advantage",
            Self::Weakness => "Weakness",
        }
    }
}

/// A token unit that players create.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TokenUnit {
    /// Ground, 1/1 (CR 3.7.7).
    BattleDroid,
    /// Ground, 2/2 (CR 3.7.8).
    CloneTrooper,
    /// Space, 1/1 (CR 3.7.9).
    TieFighter,
    /// Space, 2/2 (CR 3.7.10).
    XWing,
    /// Ground, 0/2 with Raid 2 (CR 3.7.12).
    Spy,
    /// Ground, 2/2 with Shielded (CR 3.7.14).
    Mandalorian,
    /// Ground, 3/3 (CR 9.0).
    Beast,
}

impl TokenUnit {
    /// All token units, in the order of their sets.
    pub const ALL: [Self; 7] = [
        Self::BattleDroid,
        Self::CloneTrooper,
        Self::TieFighter,
        Self::XWing,
        Self::Spy,
        Self::Mandalorian,
        Self::Beast,
    ];

    /// Its id in the card files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::BattleDroid => "TWI_T01",
            Self::CloneTrooper => "TWI_T02",
            Self::TieFighter => "JTL_T01",
            Self::XWing => "JTL_T02",
            Self::Spy => "SEC_T01",
            Self::Mandalorian => "ASH_T01",
            Self::Beast => "HMW_T03",
        }
    }

    /// Its printed name, without "token".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BattleDroid => "Battle Droid",
            Self::CloneTrooper => "Clone Trooper",
            Self::TieFighter => "TIE Fighter",
            Self::XWing => "X-Wing",
            Self::Spy => "Spy",
            Self::Mandalorian => "Mandalorian",
            Self::Beast => "Beast",
        }
    }
}

/// The end of a lasting effect (CR 7.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// "For this attack": ends when the attack is completed (`S4-43`; K3).
    Attack,
    /// "For this phase": ends with the action or regroup phase.
    Phase,
    /// "For this round": ends with the round.
    Round,
    /// "While this unit is in play": ends when the card it came from leaves play.
    InPlay,
}

/// The price of a card that is played by an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Payment {
    /// Its cost with all modifiers.
    #[default]
    Cost,
    /// Its cost with all modifiers, and so many resources less.
    Less(u8),
    /// Nothing, whatever the card costs (CR 1.8.5).
    Free,
    /// Its cost with all modifiers but aspect penalties (CR 8.10.2).
    IgnoreAspects,
    /// Its cost with all modifiers but the penalty for one icon of these aspects.
    IgnoreAspect(AspectSet),
}

/// The indirect damage that the dealing player assigns instead of the player who is dealt it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Indirectly {
    /// All that a player deals to opponents.
    All,
    /// Indirect damage that this unit deals.
    Own,
}

pub(crate) const fn one() -> u8 {
    1
}

pub(crate) fn you() -> Who {
    Who::You
}

pub(crate) fn this() -> Whom {
    Whom::This
}
