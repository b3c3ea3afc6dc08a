//! Rows of numbers by the names of their columns.

/// Declares a row: a struct with a field for each column, whose documentation is the column's
/// meaning. With `of`, the fields are those of a row that is written in place.
///
/// ```
/// use cardmill_harness::columns;
/// use cardmill_harness::observation::column::Values;
///
/// columns! {
///     /// A ship.
///     pub struct Ship: [u8; 4] {
///         /// Shields that are left.
///         shields: Values::Number(0, 9),
///         /// Whether it is stressed.
///         stressed: Values::FLAG,
///     }
/// }
///
/// assert_eq!(Ship { stressed: 1, ..Ship::default() }.cells(), [0, 1, 0, 0]);
/// assert_eq!(Ship::columns()[0].meaning, "Shields that are left.");
///
/// let mut cells = [0; 4];
/// *Ship::of(&mut cells).stressed = 1;
/// assert_eq!(cells, [0, 1, 0, 0]);
/// ```
#[macro_export]
macro_rules! columns {
    (
        $(#[$about:meta])*
        $vis:vis struct $Row:ident: [$cell:ty; $width:expr] {
            $($(#[doc = $meaning:literal])+ $column:ident: $values:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $vis struct $Row<T = $cell> {
            $($(#[doc = $meaning])+ pub $column: T,)*
        }

        impl<'r> $Row<&'r mut $cell> {
            /// The columns of a row, to be written in place.
            #[inline]
            pub const fn of(cells: &'r mut [$cell; $width]) -> Self {
                let [$($column,)* ..] = cells;
                Self { $($column),* }
            }
        }

        impl $Row {
            /// Numbers of a row; those past the columns are 0.
            pub const WIDTH: usize = $width;

            /// The columns of a row, in their order.
            #[must_use]
            pub fn columns() -> ::std::vec::Vec<$crate::observation::column::Column> {
                ::std::vec![$($crate::observation::column::Column {
                    name: stringify!($column).into(),
                    meaning: concat!($($meaning),+).trim().into(),
                    values: $values,
                }),*]
            }

            /// The row as it is written down.
            #[inline]
            #[must_use]
            pub const fn cells(self) -> [$cell; $width] {
                let named = [$(self.$column),*];
                let mut cells = [0; $width];
                let (columns, _) = cells.split_at_mut(named.len());
                columns.copy_from_slice(&named);
                cells
            }
        }
    };
}

use super::column::{MORE, Values};

columns! {
    /// An option as a row of an observation.
    pub struct Action: [i16; 8] {
        /// The deed that it stands for; the codes are the game's.
        verb: Values::Codes(&[]),
        /// The card or piece that does it.
        source: Values::Row,
        /// The card or piece that it is done to.
        target: Values::Row,
        /// The card that it names, also where that has no row.
        card: Values::Card,
        /// A number that it names: a price, points, a place in a list.
        number: Values::Number(i16::MIN, i16::MAX),
        /// The number of an ability or a way, of a card or a list.
        mode: Values::Number(0, i16::MAX),
        /// The page that it is on; of `more`, the page that is shown now.
        page: Values::Number(0, i16::MAX),
        /// The kind of answer that it is.
        flags: Values::Bits(&["declines", "ends"]),
    }
}

impl Action {
    /// [`flags`](Self::flags): what may be done is not done.
    pub const DECLINES: i16 = 1;
    /// [`flags`](Self::flags): no more is chosen.
    pub const ENDS: i16 = 1 << 1;
    /// The place of [`page`](Self::page) in a row.
    pub(super) const PAGE: usize = 6;
    /// The verb of the row that leads to the next page.
    pub const MORE: i16 = MORE;
}

columns! {
    /// Something that was chosen, as far as the seat knows it.
    pub struct Event: [i16; 8] {
        /// The deed that was chosen; the codes are those of actions.
        verb: Values::Codes(&[]),
        /// The seat that chose, counted from this one.
        player: Values::Number(0, 7),
        /// The card that did it.
        source: Values::Card,
        /// The card that it was done to.
        target: Values::Card,
        /// A number that it named.
        number: Values::Number(i16::MIN, i16::MAX),
        /// The number of an ability or a way, of a card or a list.
        mode: Values::Number(0, i16::MAX),
        /// The round, from 1.
        round: Values::Number(0, i16::MAX),
        /// The kind of answer that it was.
        flags: Values::Bits(&["declines", "ends"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_wide_as_their_columns() {
        let (actions, events) = (Action::columns(), Event::columns());
        assert_eq!((actions.len(), events.len()), (Action::WIDTH, Event::WIDTH));
        assert_eq!(actions[Action::PAGE].name, "page");
        assert_eq!(actions[0].meaning, "The deed that it stands for; the codes are the game's.");
    }
}
