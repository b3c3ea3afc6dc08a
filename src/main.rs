//! The `cardmill` command: sets up signals and hands over to the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    errors_instead_of_signals();
    if let Err(error) = ctrlc::set_handler(|| cardmill::interrupt::INTERRUPT.signal()) {
        eprintln!("note: Ctrl-C will not be handled: {error}");
    }
    cardmill::cli::main()
}

/// A file that grows beyond the limit of the process is an error of who writes it, as a full disk is;
/// the signal would end the process without a word. Threads that are begun later block it, too.
#[cfg(unix)]
fn errors_instead_of_signals() {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    if let Err(error) = signals.thread_block() {
        eprintln!("note: a file that grows too large will not be told: {error}");
    }
}

#[cfg(not(unix))]
const fn errors_instead_of_signals() {}
