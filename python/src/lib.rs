//! Cardmill for Python: what `cardmill/` builds its classes on.
//!
//! Everything here is of Star Wars: Unlimited, the game whose tables can be observed as rows. Arrays
//! are the caller's; whatever is wrong with them, or with a choice, raises.
#![forbid(unsafe_code)]

mod arena;
mod arrays;
mod cards;
mod game;

use cardmill::error::Error;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// What is wrong, as Python raises it.
fn raised(error: Error) -> PyErr {
    match error.exit_code() {
        2 => PyValueError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

fn refused(reason: impl ToString) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

#[pymodule]
mod _cardmill {
    #[pymodule_export]
    use super::arena::{Arena, Ended, agent};
    #[pymodule_export]
    use super::arrays::Buffers;
    #[pymodule_export]
    use super::cards::{decks, facts, schema, version};
    #[pymodule_export]
    use super::game::Game;
}
