//! A column of an observation.

use std::borrow::Cow;

use serde::Serialize;

/// The values of a column, and their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// A number, from the first to the second. What lies beyond is that bound.
    Number(i16, i16),
    /// One of these, by place.
    Codes(&'static [&'static str]),
    /// One of these, by place, or [`MORE`].
    Verbs(&'static [&'static str]),
    /// A set of these, a bit each, the first the lowest.
    Bits(&'static [&'static str]),
    /// 1 + the number of an entity row of the same decision; 0 for none.
    Row,
    /// 1 + the index of a card in the catalogue, which is its row in `facts`; 0 for none.
    Card,
}

impl Values {
    /// 0 for no, 1 for yes.
    pub const FLAG: Self = Self::Number(0, 1);

    /// The least and the greatest value, of rows and cards those that can ever be.
    #[must_use]
    pub const fn range(self) -> (i16, i16) {
        match self {
            Self::Number(least, most) => (least, most),
            Self::Codes(codes) => (0, codes.len() as i16 - 1),
            Self::Verbs(_) => (0, MORE),
            Self::Bits(bits) => (0, (1 << bits.len()) - 1),
            Self::Row => (0, MOST_ROWS as i16),
            Self::Card => (0, i16::MAX),
        }
    }
}

/// The verb of the action row that leads to the next page.
pub const MORE: i16 = 63;

/// Entity rows that a decision can have at most: columns of a byte refer to them.
pub const MOST_ROWS: usize = u8::MAX as usize;

/// A column of an array of observations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name, in lower case with underscores.
    pub name: Cow<'static, str>,
    /// The meaning of the column, as a sentence.
    pub meaning: Cow<'static, str>,
    /// The values that it holds.
    pub values: Values,
}
