//! Columns of tables in files: one description for Parquet, for CSV and for the documents.

use std::fmt;
use std::rc::Rc;
use std::vec;

/// The content of a cell, whatever the format of the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An empty cell.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Fraction(f64),
    /// A text of any length.
    Text(String),
}

/// Writes the value as CSV has it; nothing for an empty cell.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Truth(truth) => truth.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Fraction(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number that is not below 0, of so many bits.
    Unsigned(u8),
    /// A whole number of so many bits.
    Signed(u8),
    /// A number with a fraction.
    Fraction,
    /// Yes or no.
    Truth,
    /// A text in UTF-8.
    Text,
}

impl Kind {
    /// Reads a field of CSV; an empty one is [`Value::Nothing`]. `None` for text of another kind.
    #[must_use]
    pub fn read(self, text: &str) -> Option<Value> {
        if text.is_empty() {
            return Some(Value::Nothing);
        }
        match self {
            Self::Unsigned(_) | Self::Signed(_) => text.parse().ok().map(Value::Whole),
            Self::Fraction => text.parse().ok().map(Value::Fraction),
            Self::Truth => text.parse().ok().map(Value::Truth),
            Self::Text => Some(Value::Text(text.to_owned())),
        }
    }
}

/// A type that a column can have values of.
pub trait Held: Sized {
    /// The type of the column's cells.
    const KIND: Kind;

    /// `true` if a cell of it can be empty.
    const OPTIONAL: bool = false;

    /// Makes a cell of it.
    fn value(self) -> Value;

    /// Reads it from the content of a cell.
    ///
    /// # Errors
    ///
    /// The cell itself, when it is none of these.
    fn held(value: Value) -> Result<Self, Value>;
}

macro_rules! whole {
    ($($type:ty: $kind:expr,)*) => {
        $(impl Held for $type {
            const KIND: Kind = $kind;

            fn value(self) -> Value {
                // Games of a run can be counted, but not that far.
                Value::Whole(i64::try_from(self).unwrap_or(i64::MAX))
            }

            fn held(value: Value) -> Result<Self, Value> {
                match value {
                    Value::Whole(number) => Self::try_from(number).map_err(|_| value),
                    other => Err(other),
                }
            }
        })*
    };
}

whole! {
    u8: Kind::Unsigned(8),
    u16: Kind::Unsigned(16),
    u32: Kind::Unsigned(32),
    u64: Kind::Unsigned(64),
    i16: Kind::Signed(16),
}

macro_rules! held {
    ($($type:ty: $kind:ident,)*) => {
        $(impl Held for $type {
            const KIND: Kind = Kind::$kind;

            fn value(self) -> Value {
                Value::$kind(self)
            }

            fn held(value: Value) -> Result<Self, Value> {
                match value {
                    Value::$kind(held) => Ok(held),
                    other => Err(other),
                }
            }
        })*
    };
}

held! {
    f64: Fraction,
    bool: Truth,
    String: Text,
}

impl<T: Held> Held for Option<T> {
    const KIND: Kind = T::KIND;
    const OPTIONAL: bool = true;

    fn value(self) -> Value {
        self.map_or(Value::Nothing, T::value)
    }

    fn held(value: Value) -> Result<Self, Value> {
        match value {
            Value::Nothing => Ok(None),
            value => T::held(value).map(Some),
        }
    }
}

/// A column of a table with rows of type `R`.
pub struct Column<R> {
    /// The name of the column, without the number of a seat.
    pub stem: &'static str,
    /// The seat that it is of, from 0; `None` for a column that there is once.
    pub seat: Option<usize>,
    /// The meaning of the column, as the documents have it.
    pub meaning: &'static str,
    /// The type of its cells.
    pub kind: Kind,
    /// `true` if cells can be empty.
    pub optional: bool,
    /// `true` if values come again and again, so that a dictionary of them is worth its room.
    pub repeated: bool,
    of: Box<dyn Fn(&R) -> Value>,
}

impl<R> Column<R> {
    /// Makes a column that there is once.
    #[must_use]
    pub fn new<T: Held>(
        stem: &'static str,
        meaning: &'static str,
        of: impl Fn(&R) -> T + 'static,
    ) -> Self {
        Self {
            stem,
            seat: None,
            meaning,
            kind: T::KIND,
            optional: T::OPTIONAL,
            repeated: true,
            of: Box::new(move |row| of(row).value()),
        }
    }

    /// Makes a column for each of `seats` seats; the cell of a seat that a row lacks is empty.
    pub fn by_seat<T: Held>(
        seats: usize,
        stem: &'static str,
        meaning: &'static str,
        of: impl Fn(&R, usize) -> Option<T> + 'static,
    ) -> impl Iterator<Item = Self> {
        let of = Rc::new(of);
        (0..seats).map(move |seat| {
            let of = Rc::clone(&of);
            Self { seat: Some(seat), ..Self::new(stem, meaning, move |row| of(row, seat)) }
        })
    }

    /// Marks a column whose values hardly ever come again, or only grow.
    #[must_use]
    pub fn spread(self) -> Self {
        Self { repeated: false, ..self }
    }

    /// The name of the column: of one that is by seat, with the seat behind it, from 1.
    #[must_use]
    pub fn name(&self) -> String {
        match self.seat {
            Some(seat) => format!("{}_{}", self.stem, seat + 1),
            None => self.stem.to_owned(),
        }
    }

    /// Its cell in a row.
    #[must_use]
    pub fn of(&self, row: &R) -> Value {
        (self.of)(row)
    }
}

/// A table as files hold it: its columns, in order.
pub struct Sheet<R> {
    /// The name for its rows, in the plural, such as `games`.
    pub name: &'static str,
    /// The number of rows that are written at once, and that a reader skips or takes at once.
    pub group: usize,
    /// The columns from left to right.
    pub columns: Vec<Column<R>>,
}

impl<R> Sheet<R> {
    /// The names of its columns.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(Column::name).collect()
    }

    /// A row, cell by cell.
    #[must_use]
    pub fn cells(&self, row: &R) -> Vec<Value> {
        self.columns.iter().map(|column| column.of(row)).collect()
    }
}

/// A row that was read, to be taken cell by cell.
#[derive(Debug)]
pub struct Cells {
    names: Rc<[String]>,
    next: usize,
    values: vec::IntoIter<Value>,
}

impl Cells {
    /// Takes a row with columns of these names.
    #[must_use]
    pub fn new(names: &Rc<[String]>, values: Vec<Value>) -> Self {
        Self { names: Rc::clone(names), next: 0, values: values.into_iter() }
    }

    /// Takes the next cell.
    ///
    /// # Errors
    ///
    /// When it is of another kind, or empty where it cannot be.
    pub fn take<T: Held>(&mut self) -> Result<T, String> {
        let name = self.names.get(self.next).map_or("", String::as_str);
        self.next += 1;
        T::held(self.values.next().unwrap_or(Value::Nothing)).map_err(|value| match value {
            Value::Nothing => format!("{name}: nothing is there"),
            other => format!("{name}: {other} was not expected"),
        })
    }

    /// Takes the next cells, one for each seat.
    ///
    /// # Errors
    ///
    /// As [`take`](Self::take).
    pub fn take_all<T: Held>(&mut self, seats: usize) -> Result<Vec<T>, String> {
        (0..seats).map(|_| self.take()).collect()
    }
}
