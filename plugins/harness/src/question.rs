//! What is asked, in plain data.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Serialize, Serializer};

use crate::names::repeated;

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
    /// What it does by its ids, unlike every other option of its question.
    pub id: String,
    /// What it is called, unlike every other option of its question.
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
    pub fn plain(option: usize, label: String) -> Self {
        Self::new(option, label, "choose", None, ArrayVec::new())
    }

    /// An option that does something, by a card, to some cards.
    #[must_use]
    pub fn new(
        option: usize,
        label: String,
        verb: &'static str,
        card: Option<Slot>,
        targets: ArrayVec<Slot, 2>,
    ) -> Self {
        let mut id = verb.to_owned();
        id.extend(card.map(|card| format!(" {card}")));
        id.extend(targets.iter().map(|target| format!(" to {target}")));
        Self { option, id, label, verb, card, targets }
    }
}

/// The options of a question; of those that do the same to the same cards the ids say what they
/// are called, too.
#[must_use]
pub fn told_apart(options: impl Iterator<Item = Choosable>) -> Vec<Choosable> {
    let mut options: Vec<Choosable> = options.collect();
    let ids: Vec<&str> = options.iter().map(|option| &*option.id).collect();
    let alike = repeated(&ids);
    for (option, alike) in options.iter_mut().zip(alike) {
        if alike {
            option.id.push_str(": ");
            option.id.push_str(&option.label);
        }
    }
    options
}

impl Taken {
    /// What was taken in a game that does not tell kinds of questions apart.
    #[must_use]
    pub fn plain(player: Seat, label: String) -> Self {
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
