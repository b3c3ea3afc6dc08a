//! Questions of a table, in plain data.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::game::Game;
use serde::{Serialize, Serializer};

use crate::names::{Labelled, distinct, repeated};

/// A question, in plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// The player who is asked, written as `P1` for the first.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// The kind of the question, as one word of the game's.
    pub kind: &'static str,
    /// The question in words.
    pub prompt: String,
    /// The id of the card it comes from; `None` where it comes from none.
    pub source: Option<Slot>,
    /// The least number of options that must still be chosen, this one counted. With 0 there is an
    /// option to stop or to decline.
    pub minimum: usize,
    /// The greatest number of options that can still be chosen, this one counted. Cards and points are
    /// chosen one at a time, each by a decision of its own.
    pub maximum: usize,
    /// Every legal option, in the order of their numbers.
    pub options: Vec<Choosable>,
    /// Hidden cards that are looked at for it, whether they can be chosen or not: those of a search, or
    /// of a discard from the other hand. Left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looked_at: Vec<Looked>,
}

/// An option, in plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choosable {
    /// The number of the option, from 0.
    pub option: usize,
    /// The deed by the ids of its cards, unlike every other option of its question.
    pub id: String,
    /// The name of the option, unlike every other option of its question.
    pub label: String,
    /// The effect of choosing it, as one word.
    pub verb: &'static str,
    /// The id of the card that does it; `None` where none does.
    pub card: Option<Slot>,
    /// The ids of the cards it is done to.
    pub targets: ArrayVec<Slot, 2>,
}

/// A hidden card that is looked at for a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Looked {
    /// The id of the card: its slot.
    pub card: Slot,
    /// The label of the card, its name.
    pub label: String,
    /// `true` if the card is one that is looked for.
    pub fits: bool,
}

/// A choice that was taken silently, because it was the only option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Taken {
    /// The player who would have been asked.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// The kind of the question, as one word.
    pub kind: &'static str,
    /// The only option, which was taken.
    #[serde(flatten)]
    pub what: Choosable,
}

/// The answers that were taken silently on a table since they were last told. Games that find it on
/// a table write them down.
#[derive(Component, Clone, Debug, Default)]
pub struct Silent(pub Vec<Taken>);

impl Choosable {
    /// An option that does something.
    #[must_use]
    pub fn new(option: usize, label: String, (verb, card, target): Deed) -> Self {
        let id = match (card, target) {
            (None, None) => verb.to_owned(),
            (Some(card), None) => format!("{verb} {card}"),
            (None, Some(target)) => format!("{verb} to {target}"),
            (Some(card), Some(target)) => format!("{verb} {card} to {target}"),
        };
        Self { option, id, label, verb, card, targets: target.into_iter().collect() }
    }
}

/// The options of a question; of those that do the same to the same cards the ids say what they
/// are called, too.
#[must_use]
fn told_apart(options: impl Iterator<Item = Choosable>) -> Vec<Choosable> {
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

/// A deed of an option: the effect as one word, the card that does it, and the card that it is done
/// to.
pub type Deed = (&'static str, Option<Slot>, Option<Slot>);

/// The question of a table, for the game to tell in plain data: its kind, the card it comes from
/// and the deed of each option.
pub trait Asking {
    /// The game of the table.
    type Game: Game;

    /// The decision: the question and, once it is given, the answer.
    fn decision(&self) -> &Decision<Self::Game>;

    /// An option in the players' words.
    fn labelled(&self, choice: <Self::Game as Game>::Choice) -> Labelled;

    /// The options that stand, in the players' words.
    fn labels(&self) -> Vec<Labelled> {
        self.decision().options.iter().map(|&choice| self.labelled(choice)).collect()
    }

    /// The names of the options that stand, each unlike every other one.
    fn names(&self) -> Vec<String> {
        distinct(&self.labels())
    }

    /// The kind of a question, as one word.
    fn kind(&self, _prompt: <Self::Game as Game>::Prompt) -> &'static str {
        "choice"
    }

    /// The card it comes from, if it comes from one.
    fn source(&self, _prompt: <Self::Game as Game>::Prompt) -> Option<Slot> {
        None
    }

    /// The question in words.
    fn words(&self, _prompt: <Self::Game as Game>::Prompt) -> String {
        "choose one".into()
    }

    /// The deed of an option: its effect, and the cards of it.
    fn deed(
        &self,
        _prompt: <Self::Game as Game>::Prompt,
        _choice: <Self::Game as Game>::Choice,
    ) -> Deed {
        ("choose", None, None)
    }

    /// The least and the greatest number of options still to choose, this one counted.
    fn bounds(&self, _prompt: <Self::Game as Game>::Prompt) -> (usize, usize) {
        (1, 1)
    }

    /// Hidden cards that are looked at for it.
    fn looked_at(&self, _prompt: <Self::Game as Game>::Prompt) -> Vec<Looked> {
        Vec::new()
    }

    /// The question that stands.
    fn question(&self) -> Option<Question> {
        let decision = self.decision();
        let prompt = decision.prompt?;
        let options = decision.options.iter().zip(self.names()).enumerate();
        let (minimum, maximum) = self.bounds(prompt);
        Some(Question {
            player: decision.seat,
            kind: self.kind(prompt),
            prompt: self.words(prompt),
            source: self.source(prompt),
            minimum,
            maximum,
            options: told_apart(options.map(|(option, (&choice, label))| {
                Choosable::new(option, label, self.deed(prompt, choice))
            })),
            looked_at: self.looked_at(prompt),
        })
    }

    /// The answer that is taken silently: the only option.
    fn taken(&self) -> Option<Taken> {
        let decision = self.decision();
        let (prompt, choice) = (decision.prompt?, decision.taken);
        let what = Choosable::new(0, self.labelled(choice).label, self.deed(prompt, choice));
        Some(Taken { player: decision.seat, kind: self.kind(prompt), what })
    }
}

/// `P1` for the first seat.
///
/// # Errors
/// When the serializer fails.
pub fn player<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("P{}", seat + 1))
}
