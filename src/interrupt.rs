//! Ctrl-C: the first one asks a run to stop, the second one kills.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Exit code of an interrupted command.
pub const EXIT_CODE: u8 = 130;

/// The one interrupt of the process.
pub static INTERRUPT: Interrupt = Interrupt::new();

/// What Ctrl-C does at the moment.
#[derive(Debug)]
pub struct Interrupt {
    stop: AtomicBool,
    graceful: AtomicBool,
    temporary: Mutex<Option<PathBuf>>,
}

impl Interrupt {
    const fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            graceful: AtomicBool::new(false),
            temporary: Mutex::new(None),
        }
    }

    /// From now on the first Ctrl-C only sets the returned flag.
    pub fn handle_gracefully(&self) -> &AtomicBool {
        self.graceful.store(true, Ordering::SeqCst);
        &self.stop
    }

    /// Remembers the file to remove when the process is killed by a second Ctrl-C.
    pub fn remember_temporary(&self, path: Option<&Path>) {
        *self.temporary.lock().unwrap_or_else(PoisonError::into_inner) =
            path.map(Path::to_path_buf);
    }

    /// Ctrl-C was pressed: sets the flag, or ends the process when nothing waits for the flag
    /// or when it is set already.
    pub fn signal(&self) {
        let again = self.stop.swap(true, Ordering::SeqCst);
        if again || !self.graceful.load(Ordering::SeqCst) {
            let mut temporary = self.temporary.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(path) = temporary.take() {
                // The process ends here; there is nobody left to tell.
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(EXIT_CODE.into());
        }
    }
}
