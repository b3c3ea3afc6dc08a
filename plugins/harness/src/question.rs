//! What is asked, in plain data.

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

/// What an option does, as one word, which card does it, and to which.
pub type Deed = (&'static str, Option<Slot>, Option<Slot>);

/// What a table asks, for the game to tell in plain data: what kind of question it is, which card
/// it comes from and what each option does.
pub trait Asking {
    /// The game.
    type Game: Game;

    /// What is asked and, once it is, answered.
    fn decision(&self) -> &Decision<Self::Game>;

    /// An option in the players' words.
    fn labelled(&self, choice: <Self::Game as Game>::Choice) -> Labelled;

    /// The options that stand, in the players' words.
    fn labels(&self) -> Vec<Labelled> {
        self.decision().options.iter().map(|&choice| self.labelled(choice)).collect()
    }

    /// What the options that stand are called, each unlike every other one.
    fn names(&self) -> Vec<String> {
        distinct(&self.labels())
    }

    /// What kind of question it is, as one word.
    fn kind(&self, _prompt: <Self::Game as Game>::Prompt) -> &'static str {
        "choice"
    }

    /// The card it comes from, if it comes from one.
    fn source(&self, _prompt: <Self::Game as Game>::Prompt) -> Option<Slot> {
        None
    }

    /// What is asked, in words.
    fn words(&self, _prompt: <Self::Game as Game>::Prompt) -> String {
        "choose one".into()
    }

    /// What an option does.
    fn deed(
        &self,
        _prompt: <Self::Game as Game>::Prompt,
        _choice: <Self::Game as Game>::Choice,
    ) -> Deed {
        ("choose", None, None)
    }

    /// How many must and how many can still be chosen, this one counted.
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

    /// What is taken silently: the only option.
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
