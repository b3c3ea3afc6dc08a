//! Cardmill for Python: what `cardmill/` builds its classes on.
//!
//! Everything here is of Star Wars: Unlimited, the game whose tables can be observed as rows. Arrays
//! are the caller's; whatever is wrong with them, or with a choice, raises.
//!
//! ```python
//! import cardmill
//!
//! run = cardmill.simulate(["luke", "vader"], agents=("greedy", "random"), games=20, seed=7)
//! print(run.matrix())
//! ```
#![forbid(unsafe_code)]

mod arena;
mod arrays;
mod cards;
mod game;
mod positions;
mod run;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use cardmill::error::Error;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The error as Python raises it: a `ValueError` for input that is refused (exit code 2), a
/// `RuntimeError` for all else.
fn raised(error: Error) -> PyErr {
    match error.exit_code() {
        2 => PyValueError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}

fn refused(reason: impl ToString) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// The time between two looks whether somebody wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does what may take long, and listens meanwhile: `stop` is set when whoever pressed Ctrl-C, or the
/// like, is to be obeyed, and cleared again. What came of it, and what was heard.
fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> (T, PyResult<()>) {
    std::thread::scope(|scope| {
        let (send, mut receive) = channel();
        let worker = scope.spawn(move || {
            // Somebody listens until there is something.
            let _ = send.send(work());
        });
        let mut heard = Ok(());
        let done = loop {
            let receive = &mut receive;
            match py.detach(move || receive.recv_timeout(PATIENCE)) {
                Ok(done) => break done,
                Err(RecvTimeoutError::Timeout) if heard.is_ok() => {
                    heard = py.check_signals();
                    stop.store(heard.is_err(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Ok(()) => unreachable!("it sends what comes of its work"),
                    Err(panic) => std::panic::resume_unwind(panic),
                },
            }
        };
        stop.store(false, Ordering::Relaxed);
        (done, heard)
    })
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
    #[pymodule_export]
    use super::positions::positions;
    #[pymodule_export]
    use super::run::{digest, simulate};
}
