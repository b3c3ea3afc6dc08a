//! Arrays of the caller in Python, as places for observations to be written to.

use cardmill::arena::Row;
use cardmill_harness::observation::{Action, Event, Filled, Packed, Padded, Room, Widths};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cards::encoder;

/// Arrays that batches are written to: a column for each thing that a row tells, those of its
/// observation, and those of what a critic sees.
#[pyclass(module = "cardmill._cardmill")]
pub(crate) struct Buffers {
    rows: usize,
    columns: Columns,
    seen: Option<Sheets>,
    critic: Option<Sheets>,
}

macro_rules! columns {
    ($($name:ident: $type:ty = $value:expr,)*) => {
        struct Columns {
            $($name: Named<$type>,)*
        }

        impl Columns {
            fn of(arrays: &Bound<'_, PyDict>, rows: usize) -> PyResult<Self> {
                Ok(Self { $($name: Named::of(arrays, "", stringify!($name), &[rows])?,)* })
            }

            fn write(&self, py: Python<'_>, rows: &[Row]) -> PyResult<()> {
                $({
                    let mut column = self.$name.lend(py)?;
                    let value: fn(&Row) -> $type = $value;
                    for (cell, row) in column.cells()?.iter_mut().zip(rows) {
                        *cell = value(row);
                    }
                })*
                Ok(())
            }
        }
    };
}

columns! {
    table: u32 = |row| row.table,
    seat: u8 = |row| row.seat,
    game: u64 = |row| row.game,
    step: u32 = |row| row.step,
    options: u16 = |row| row.options,
    reward: f32 = |row| row.reward,
    start: bool = |row| row.start,
    ended: bool = |row| row.ended,
}

/// Arrays of observations, lent to be written to.
pub(crate) enum Sheet<'s, 'b> {
    /// With a place of the same size for each decision.
    Padded(&'s mut Padded<'b>),
    /// With as many rows as each decision needs.
    Packed(&'s mut Packed<'b>),
}

/// The arrays of observations. What is not asked for is not there.
struct Sheets {
    room: Room,
    cards: Named<i16>,
    entities: Named<u8>,
    globals: Named<i16>,
    actions: Option<Named<i16>>,
    events: Option<Named<i16>>,
    layout: Layout,
}

/// The layout of decisions in the arrays: in places of one size, or one behind the other.
enum Layout {
    Padded { mask: Option<Named<i8>>, filled: Vec<Filled> },
    Packed { entity_offsets: Named<i32>, action_offsets: Option<Named<i32>> },
}

/// The first dimension of an array that may have any number of rows.
const ANY: usize = usize::MAX;

impl Sheets {
    fn of(
        arrays: &Bound<'_, PyDict>,
        prefix: &str,
        rows: usize,
        room: Room,
        packed: bool,
    ) -> PyResult<Self> {
        let widths: Widths = encoder()?.widths();
        let Room { entities, actions, events } = room;
        let acts = actions > 0;
        let each = |count: usize, width: &[usize]| {
            let first: &[usize] = if packed { &[ANY] } else { &[rows, count] };
            [first, width].concat()
        };
        let layout = if packed {
            let offsets = |name: &str| Named::of(arrays, prefix, name, &[rows + 1]);
            Layout::Packed {
                entity_offsets: offsets("entity_offsets")?,
                action_offsets: acts.then(|| offsets("action_offsets")).transpose()?,
            }
        } else {
            let mask = || Named::of(arrays, prefix, "mask", &[rows, actions]);
            Layout::Padded {
                mask: acts.then(mask).transpose()?,
                filled: vec![Filled::default(); rows],
            }
        };
        let numbers = |name: &str, shape: &[usize]| Named::of(arrays, prefix, name, shape);
        let of_actions = || numbers("actions", &each(actions, &[Action::WIDTH]));
        let of_events = || numbers("events", &[rows, events, Event::WIDTH]);
        let of_entities = each(entities, &[widths.entities]);
        Ok(Self {
            room,
            cards: numbers("cards", &each(entities, &[]))?,
            entities: Named::of(arrays, prefix, "entities", &of_entities)?,
            globals: numbers("globals", &[rows, widths.globals])?,
            actions: acts.then(of_actions).transpose()?,
            events: (events > 0).then(of_events).transpose()?,
            layout,
        })
    }

    fn lend<T>(
        &mut self,
        py: Python<'_>,
        write: impl FnOnce(Sheet<'_, '_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let (mut cards, mut entities) = (self.cards.lend(py)?, self.entities.lend(py)?);
        let (mut globals, mut actions) = (self.globals.lend(py)?, lend(py, &self.actions)?);
        let mut events = lend(py, &self.events)?;
        match &mut self.layout {
            Layout::Padded { mask, filled } => {
                let mut mask = lend(py, mask)?;
                write(Sheet::Padded(&mut Padded {
                    room: self.room,
                    cards: cards.cells()?,
                    entities: entities.cells()?,
                    globals: globals.cells()?,
                    actions: all(&mut actions)?,
                    mask: all(&mut mask)?,
                    events: all(&mut events)?,
                    filled,
                }))
            }
            Layout::Packed { entity_offsets, action_offsets } => {
                let mut entity_offsets = entity_offsets.lend(py)?;
                let mut action_offsets = lend(py, action_offsets)?;
                write(Sheet::Packed(&mut Packed {
                    history: self.room.events,
                    cards: cards.cells()?,
                    entities: entities.cells()?,
                    entity_offsets: entity_offsets.cells()?,
                    globals: globals.cells()?,
                    actions: all(&mut actions)?,
                    action_offsets: all(&mut action_offsets)?,
                    events: all(&mut events)?,
                }))
            }
        }
    }
}

#[pymethods]
impl Buffers {
    /// Arrays by their names, for so many rows; with `observe` those of observations, too, with room
    /// for so many entities, actions and events, and with `critic` those of what a critic sees.
    #[new]
    #[pyo3(signature = (
        arrays, *, rows, observe, critic, packed, entities, actions, history,
    ))]
    fn new(
        arrays: &Bound<'_, PyDict>,
        rows: usize,
        observe: bool,
        critic: bool,
        packed: bool,
        entities: usize,
        actions: usize,
        history: usize,
    ) -> PyResult<Self> {
        let columns = Columns::of(arrays, rows)?;
        let sheets = |prefix: &str, room: Room| Sheets::of(arrays, prefix, rows, room, packed);
        let room = Room { entities, actions, events: history };
        let seen = observe.then(|| sheets("", room)).transpose()?;
        let room = Room { actions: 0, events: 0, ..room };
        let critic = critic.then(|| sheets("critic_", room)).transpose()?;
        Ok(Self { rows, columns, seen, critic })
    }
}

impl Buffers {
    /// Writes what rows tell, beside observations.
    pub(crate) fn write(&self, py: Python<'_>, rows: &[Row]) -> PyResult<()> {
        if rows.len() > self.rows {
            let reason = format!("room for {} rows; there are {}", self.rows, rows.len());
            return Err(PyValueError::new_err(reason));
        }
        self.columns.write(py, rows)
    }

    /// Lends the arrays of observations, if they are there.
    pub(crate) fn observe<T>(
        &mut self,
        py: Python<'_>,
        write: impl FnOnce(Sheet<'_, '_>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        self.seen.as_mut().map(|sheets| sheets.lend(py, write)).transpose()
    }

    /// Lends the arrays of what a critic sees, if they are there.
    pub(crate) fn criticise<T>(
        &mut self,
        py: Python<'_>,
        write: impl FnOnce(Sheet<'_, '_>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        self.critic.as_mut().map(|sheets| sheets.lend(py, write)).transpose()
    }
}

/// An array and its name: in one piece, and not for reading alone.
struct Named<T: Element> {
    name: String,
    array: Py<PyArrayDyn<T>>,
}

/// A [`Named`] array while it is written to.
struct Lent<'n, 'py, T: Element> {
    name: &'n str,
    array: PyReadwriteArrayDyn<'py, T>,
}

impl<T: Element> Named<T> {
    /// An array of this type and shape; the first dimension may be [`ANY`].
    fn of(arrays: &Bound<'_, PyDict>, prefix: &str, name: &str, shape: &[usize]) -> PyResult<Self> {
        let (py, name) = (arrays.py(), format!("{prefix}{name}"));
        let found = arrays.get_item(&name)?.ok_or_else(|| PyKeyError::new_err(name.clone()))?;
        let array = found.cast_into::<PyArrayDyn<T>>().map_err(|_| {
            PyTypeError::new_err(format!("{name}: expected a NumPy array of {}", dtype::<T>(py)))
        })?;
        let found = array.shape();
        let any = shape.first() == Some(&ANY);
        let fits = found.len() == shape.len() && found[usize::from(any)..] == shape[any.into()..];
        if !fits {
            let shape: Vec<String> = shape.iter().map(ToString::to_string).collect();
            let shape = shape.join(", ").replace(&ANY.to_string(), "any");
            let reason = format!("{name}: expected an array of shape [{shape}], not {found:?}");
            return Err(PyValueError::new_err(reason));
        }
        let named = Self { array: array.unbind(), name };
        named.lend(py)?.cells()?;
        Ok(named)
    }

    fn lend<'n, 'py>(&'n self, py: Python<'py>) -> PyResult<Lent<'n, 'py, T>> {
        let lent = self.array.bind(py).try_readwrite();
        let array =
            lent.map_err(|error| PyValueError::new_err(format!("{}: {error}", self.name)))?;
        Ok(Lent { name: &self.name, array })
    }
}

impl<T: Element> Lent<'_, '_, T> {
    fn cells(&mut self) -> PyResult<&mut [T]> {
        let Self { name, array } = self;
        array.as_slice_mut().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
    }
}

/// Lends an array, if it is there.
fn lend<'n, 'py, T: Element>(
    py: Python<'py>,
    array: &'n Option<Named<T>>,
) -> PyResult<Option<Lent<'n, 'py, T>>> {
    array.as_ref().map(|array| array.lend(py)).transpose()
}

/// The numbers of an array, if it is there.
fn all<'a, T: Element>(lent: &'a mut Option<Lent<'_, '_, T>>) -> PyResult<&'a mut [T]> {
    lent.as_mut().map_or(Ok(Default::default()), Lent::cells)
}
