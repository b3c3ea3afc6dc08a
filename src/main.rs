//! The `cardmill` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = ctrlc::set_handler(|| cardmill::interrupt::INTERRUPT.signal()) {
        eprintln!("note: Ctrl-C will not be handled: {error}");
    }
    cardmill::cli::main()
}
