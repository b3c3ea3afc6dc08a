//! Ctrl-C: the first one asks a run to stop, a later one kills.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Exit code of an interrupted command.
pub const EXIT_CODE: u8 = 130;

/// The one interrupt of the process.
pub static INTERRUPT: Interrupt = Interrupt::new();

/// The time after the first interrupt in which others are the same Ctrl-C: terminals and programs
/// that start others send it to a process and to its group.
const AT_ONCE: Duration = Duration::from_secs(1);

/// The state of Ctrl-C: the effect that it has at the moment.
#[derive(Debug)]
pub struct Interrupt {
    stop: AtomicBool,
    first: OnceLock<Instant>,
    graceful: AtomicBool,
    temporary: Mutex<Vec<PathBuf>>,
}

impl Interrupt {
    const fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            first: OnceLock::new(),
            graceful: AtomicBool::new(false),
            temporary: Mutex::new(Vec::new()),
        }
    }

    /// From now on the first Ctrl-C only sets the returned flag.
    pub fn handle_gracefully(&self) -> &AtomicBool {
        self.graceful.store(true, Ordering::SeqCst);
        &self.stop
    }

    /// Remembers a file to remove when the process is killed by a later Ctrl-C.
    pub fn remember_temporary(&self, path: &Path) {
        self.temporary().push(path.to_owned());
    }

    /// Leaves a file to whoever has it now.
    pub fn forget_temporary(&self, path: &Path) {
        self.temporary().retain(|known| known != path);
    }

    fn temporary(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.temporary.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ctrl-C was pressed: sets the flag, or ends the process when nothing waits for the flag
    /// or when it was set by an earlier one.
    #[expect(clippy::disallowed_methods, reason = "nothing that is played depends on it")]
    pub fn signal(&self) {
        let now = Instant::now();
        let first = *self.first.get_or_init(|| now);
        let again = self.stop.swap(true, Ordering::SeqCst) && now - first >= AT_ONCE;
        if again || !self.graceful.load(Ordering::SeqCst) {
            for path in self.temporary().drain(..) {
                // The process ends here; there is nobody left to tell.
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(EXIT_CODE.into());
        }
    }
}
