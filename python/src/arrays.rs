//! The caller's arrays.

use cardmill::arena::Row;
use cardmill_harness::observation::{Action, Filled, Padded, Room, Widths};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cards::encoder;

/// Arrays that batches are written to: a column for each thing that a row tells, and those of its
/// observation.
#[pyclass(module = "cardmill._cardmill")]
pub(crate) struct Buffers {
    rows: usize,
    columns: Columns,
    seen: Option<Seen>,
}

macro_rules! columns {
    ($($name:ident: $type:ty = $value:expr,)*) => {
        struct Columns {
            $($name: Py<PyArrayDyn<$type>>,)*
        }

        impl Columns {
            fn of(arrays: &Bound<'_, PyDict>, rows: usize) -> PyResult<Self> {
                Ok(Self { $($name: array(arrays, stringify!($name), &[rows])?,)* })
            }

            fn write(&self, py: Python<'_>, rows: &[Row]) -> PyResult<()> {
                $({
                    let mut column = lent(py, &self.$name, stringify!($name))?;
                    let value: fn(&Row) -> $type = $value;
                    for (cell, row) in slice(&mut column, stringify!($name))?.iter_mut().zip(rows) {
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

/// The arrays of observations.
struct Seen {
    room: Room,
    cards: Py<PyArrayDyn<i16>>,
    entities: Py<PyArrayDyn<u8>>,
    globals: Py<PyArrayDyn<i16>>,
    actions: Py<PyArrayDyn<i16>>,
    mask: Py<PyArrayDyn<i8>>,
    filled: Vec<Filled>,
}

#[pymethods]
impl Buffers {
    /// Arrays by their names, for so many rows; with `observe` those of observations, too, with room
    /// for so many entities and actions.
    #[new]
    fn new(
        arrays: &Bound<'_, PyDict>,
        rows: usize,
        entities: usize,
        actions: usize,
        observe: bool,
    ) -> PyResult<Self> {
        let columns = Columns::of(arrays, rows)?;
        let seen = if observe {
            let widths: Widths = encoder()?.widths();
            Some(Seen {
                room: Room { entities, actions, events: 0 },
                cards: array(arrays, "cards", &[rows, entities])?,
                entities: array(arrays, "entities", &[rows, entities, widths.entities])?,
                globals: array(arrays, "globals", &[rows, widths.globals])?,
                actions: array(arrays, "actions", &[rows, actions, Action::WIDTH])?,
                mask: array(arrays, "mask", &[rows, actions])?,
                filled: vec![Filled::default(); rows],
            })
        } else {
            None
        };
        Ok(Self { rows, columns, seen })
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
        write: impl FnOnce(&mut Padded<'_>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        let Some(Seen { room, cards, entities, globals, actions, mask, filled }) = &mut self.seen
        else {
            return Ok(None);
        };
        let mut cards = lent(py, cards, "cards")?;
        let mut entities = lent(py, entities, "entities")?;
        let mut globals = lent(py, globals, "globals")?;
        let mut actions = lent(py, actions, "actions")?;
        let mut mask = lent(py, mask, "mask")?;
        let mut padded = Padded {
            room: *room,
            cards: slice(&mut cards, "cards")?,
            entities: slice(&mut entities, "entities")?,
            globals: slice(&mut globals, "globals")?,
            actions: slice(&mut actions, "actions")?,
            mask: slice(&mut mask, "mask")?,
            events: &mut [],
            filled,
        };
        write(&mut padded).map(Some)
    }
}

/// An array by its name: of this type and shape, in one piece, and not for reading alone.
fn array<T: Element>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    shape: &[usize],
) -> PyResult<Py<PyArrayDyn<T>>> {
    let py = arrays.py();
    let found = arrays.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    let array = found.cast_into::<PyArrayDyn<T>>().map_err(|_| {
        PyTypeError::new_err(format!("{name}: expected a NumPy array of {}", dtype::<T>(py)))
    })?;
    if array.shape() != shape {
        let found = array.shape();
        let reason = format!("{name}: expected an array of shape {shape:?}, not {found:?}");
        return Err(PyValueError::new_err(reason));
    }
    let array = array.unbind();
    slice(&mut lent(py, &array, name)?, name)?;
    Ok(array)
}

fn lent<'py, T: Element>(
    py: Python<'py>,
    array: &Py<PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let lent = array.bind(py).try_readwrite();
    lent.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

fn slice<'a, T: Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    name: &str,
) -> PyResult<&'a mut [T]> {
    let slice = array.as_slice_mut();
    slice.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}
