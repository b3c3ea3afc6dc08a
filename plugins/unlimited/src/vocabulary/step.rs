//! What several steps say.

use serde::{Deserialize, Serialize};

use super::{AspectSet, Who, Whom};

/// A place that a choice binds its cards to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Register {
    /// The usual one.
    #[default]
    It,
    /// A second one.
    Other,
    /// A third one.
    Third,
}

/// How many are chosen.
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
}

/// A token that units are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Token {
    /// +1/+1 (CR 3.7.5).
    Experience,
    /// Prevents damage once (CR 3.7.6).
    Shield,
}

/// How long a lasting effect lasts (CR 7.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// "For this attack": ends when the attack is completed (seed; rules edition K3).
    Attack,
    /// "For this phase".
    Phase,
    /// "For this round".
    Round,
}

/// What is paid for a card played by an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Payment {
    /// Its cost with all modifiers.
    #[default]
    Cost,
    /// That much less.
    Less(u8),
    /// Nothing (CR 1.8.5).
    Free,
    /// Its cost with all modifiers but aspect penalties (CR 8.10.2).
    IgnoreAspects,
    /// Its cost with all modifiers but the penalty for one icon of these aspects.
    IgnoreAspect(AspectSet),
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
