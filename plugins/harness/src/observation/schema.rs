//! Schemas: the columns of observations, the one source of their names, ranges and meanings.
//! Documents, types of other languages and the digest by which policies are matched come from here.

use core::hash::{Hash, Hasher};

use cardmill_kernel::digest::Digest;
use serde::{Serialize, Serializer};

pub use super::column::{Column, MOST_ROWS, Values};
use super::row::{Action, Event};

/// The type of numbers, as `numpy` calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dtype {
    /// Whole numbers from -128 to 127.
    Int8,
    /// Whole numbers from 0 to 255.
    Uint8,
    /// Whole numbers from -32,768 to 32,767.
    Int16,
}

/// The axis of an array beside that of decisions: the thing of which it has one row each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The decision itself: one row.
    Decision,
    /// Each entity row, a card or piece that is seen.
    Entities,
    /// Each action row, an option or the way to more.
    Actions,
    /// Each event of the history.
    Events,
    /// Each card of the catalogue, beside no card, which is the first.
    Cards,
}

impl Axis {
    /// The letter by which shapes name it; none of a decision.
    #[must_use]
    pub const fn letter(self) -> Option<char> {
        match self {
            Self::Decision => None,
            Self::Entities => Some('E'),
            Self::Actions => Some('A'),
            Self::Events => Some('H'),
            Self::Cards => Some('C'),
        }
    }
}

impl Serialize for Axis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.letter().serialize(serializer)
    }
}

/// An array of an observation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Array {
    /// The name of the array, such as `entities`.
    pub name: &'static str,
    /// The meaning of the array, as a sentence.
    pub meaning: &'static str,
    /// The type of its numbers.
    pub dtype: Dtype,
    /// The thing of which it has one row each.
    pub axis: Axis,
    /// Numbers of each; those past the columns are 0. None where each is one number.
    pub width: Option<usize>,
    /// The columns of a row, in their order.
    pub columns: Vec<Column>,
}

/// The arrays and columns of the observations of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Schema {
    /// The name of the game.
    pub game: &'static str,
    /// The arrays, in the order in which they are listed.
    pub arrays: Vec<Array>,
}

/// All but the meanings: what is told in other words is the same.
impl Hash for Schema {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        for Array { name, meaning: _, dtype, axis, width, columns } in &self.arrays {
            (name, dtype, axis, width).hash(state);
            columns.iter().for_each(|column| (&column.name, column.values).hash(state));
        }
    }
}

impl Schema {
    /// A number that differs between schemas that differ in more than words.
    #[must_use]
    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }

    /// An array by its name.
    #[must_use]
    pub fn array(&self, name: &str) -> Option<&Array> {
        self.arrays.iter().find(|array| array.name == name)
    }
}

/// Numbers of what is a game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// Numbers of an entity row.
    pub entities: usize,
    /// Of the table as a whole.
    pub globals: usize,
}

/// The columns that a game has of its own; [`Schema`] adds those that all games share.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The name of the game.
    pub game: &'static str,
    /// Numbers of an entity row, and its columns.
    pub entities: (usize, Vec<Column>),
    /// Numbers of the table as a whole, and their columns.
    pub globals: (usize, Vec<Column>),
    /// The columns of the printed facts of a card.
    pub facts: Vec<Column>,
    /// The verbs of options, by code. The first is that of empty rows.
    pub verbs: &'static [&'static str],
}

impl From<Columns> for Schema {
    fn from(own: Columns) -> Self {
        let verb = |mut columns: Vec<Column>, values| {
            columns[0].values = values;
            columns
        };
        let one = |name: &'static str, meaning: &'static str, values| {
            vec![Column { name: name.into(), meaning: meaning.into(), values }]
        };
        let arrays = vec![
            Array {
                name: "cards",
                meaning: "The card of each entity row.",
                dtype: Dtype::Int16,
                axis: Axis::Entities,
                width: None,
                columns: one("card", "The card that it is.", Values::Card),
            },
            Array {
                name: "entities",
                meaning: "The cards and pieces that are seen, a row each.",
                dtype: Dtype::Uint8,
                axis: Axis::Entities,
                width: Some(own.entities.0),
                columns: own.entities.1,
            },
            Array {
                name: "globals",
                meaning: "The table as a whole, and what is asked.",
                dtype: Dtype::Int16,
                axis: Axis::Decision,
                width: Some(own.globals.0),
                columns: own.globals.1,
            },
            Array {
                name: "actions",
                meaning: "The options, a row each.",
                dtype: Dtype::Int16,
                axis: Axis::Actions,
                width: Some(Action::WIDTH),
                columns: verb(Action::columns(), Values::Verbs(own.verbs)),
            },
            Array {
                name: "mask",
                meaning: "Which action rows can be chosen.",
                dtype: Dtype::Int8,
                axis: Axis::Actions,
                width: None,
                columns: one(
                    "legal",
                    "Whether the row is an option, or leads to more.",
                    Values::FLAG,
                ),
            },
            Array {
                name: "events",
                meaning: "What was chosen lately, a row each, the newest last.",
                dtype: Dtype::Int16,
                axis: Axis::Events,
                width: Some(Event::WIDTH),
                columns: verb(Event::columns(), Values::Codes(own.verbs)),
            },
            Array {
                name: "facts",
                meaning: "What is printed on each card of the catalogue.",
                dtype: Dtype::Int16,
                axis: Axis::Cards,
                width: Some(own.facts.len()),
                columns: own.facts,
            },
        ];
        Self { game: own.game, arrays }
    }
}
