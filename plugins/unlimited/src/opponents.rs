//! Abilities that are about opponents, of whom there can be several (CR 11.4.2).

use cardmill_harness::tree::{Tree, Word};

use crate::catalogue::Inner;
use crate::program::Op;
use crate::vocabulary::Who;

/// The way in which an instruction is about opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// It names none.
    #[default]
    Nobody,
    /// It names an opponent, who is chosen once for the whole ability.
    One,
    /// The same, and that opponent chooses among what is theirs.
    ByOne,
    /// It names each opponent.
    Each,
    /// The same, and each chooses among what is theirs.
    ByEach,
}

/// Words that have players of their own: any opponent meets what they say.
const OTHERS: [&str; 8] =
    ["Step", "Condition", "Filter", "Criteria", "Event", "Grant", "Ability", "Replacement"];

impl Against {
    /// The ways of all instructions of all programs.
    pub(crate) fn all(catalogue: &Inner) -> Vec<Vec<Self>> {
        let tables = &catalogue.tables;
        let of = |op: &Op| match op {
            Op::Do(step) | Op::Lasting(step, _) => match Tree::of(step) {
                Tree::Word(step) => Self::word(&step),
                _ => Self::Nobody,
            },
            Op::Modes(list) => Self::by(list.by),
            Op::Play(play) => Self::by(tables.plays[usize::from(play.0)].step.by),
            _ => Self::Nobody,
        };
        let programs = tables.programs.iter();
        let mut all: Vec<Vec<Self>> =
            programs.map(|program| program.iter().map(of).collect()).collect();
        for ability in &tables.abilities {
            let id = &catalogue.card(ability.definition).definition.id;
            if catalogue.supplement.opponents.are_each(id) {
                all[usize::from(ability.program)].iter_mut().for_each(Self::spread);
            }
        }
        all
    }

    const fn spread(&mut self) {
        match self {
            Self::One => *self = Self::Each,
            Self::ByOne => *self = Self::ByEach,
            _ => {}
        }
    }

    fn by(who: Who) -> Self {
        if who == Who::Opponent { Self::One } else { Self::Nobody }
    }

    fn word(word: &Word) -> Self {
        let mut way = Self::Nobody;
        for (field, tree) in &word.fields {
            for word in tree.words() {
                let inside = match (word.family, word.name) {
                    ("Who", "Opponent") if *field == "by" => Self::ByOne,
                    ("Who", "Opponent") => Self::One,
                    (family, _) if OTHERS.contains(&family) => Self::Nobody,
                    _ => Self::word(word),
                };
                if way == Self::Nobody || inside == Self::ByOne {
                    way = inside;
                }
            }
        }
        way
    }
}
