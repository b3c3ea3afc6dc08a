//! What is asked, in plain data.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use serde::{Serialize, Serializer};

use crate::card::{Seat, Slot};

/// A question, in plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Who is asked.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// What kind of question it is, as one word.
    pub kind: &'static str,
    /// What is asked, in words.
    pub prompt: String,
    /// The card it comes from, if it comes from one.
    pub source: Option<Slot>,
    /// How many must still be chosen, this one counted.
    pub minimum: usize,
    /// How many can still be chosen, this one counted. Each is a decision of its own.
    pub maximum: usize,
    /// Every legal option.
    pub options: Vec<Choosable>,
    /// Hidden cards that are looked at for it, whether they can be chosen or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looked_at: Vec<Looked>,
}

/// An option, in plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choosable {
    /// Its number, from 0.
    pub option: usize,
    /// What it is called.
    pub label: String,
    /// What choosing it does, as one word.
    pub verb: &'static str,
    /// The card that does it.
    pub card: Option<Slot>,
    /// The cards it is done to.
    pub targets: ArrayVec<Slot, 2>,
}

/// A hidden card that is looked at for a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Looked {
    /// The card.
    pub card: Slot,
    /// What it is called.
    pub label: String,
    /// It is what is looked for.
    pub fits: bool,
}

/// A choice that was taken silently, because it was the only option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// Who would have been asked.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// What kind of question it was, as one word.
    pub kind: &'static str,
    /// The option.
    #[serde(flatten)]
    pub what: Choosable,
}

/// What was taken silently on a table since it was last told. Games that find it on a table write
/// it down.
#[derive(Component, Clone, Debug, Default)]
pub struct Silent(pub Vec<Taken>);

/// The kind of question of games that do not tell kinds apart.
pub(crate) const KIND: &str = "choice";

impl Choosable {
    /// An option of a game that does not tell what its options do.
    #[must_use]
    pub const fn plain(option: usize, label: String) -> Self {
        Self { option, label, verb: "choose", card: None, targets: ArrayVec::new_const() }
    }
}

impl Taken {
    /// What was taken in a game that does not tell kinds of questions apart.
    #[must_use]
    pub const fn plain(player: Seat, label: String) -> Self {
        Self { player, kind: KIND, what: Choosable::plain(0, label) }
    }
}

/// `P1` for the first seat.
///
/// # Errors
/// When the serializer fails.
pub fn player<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("P{}", seat + 1))
}
