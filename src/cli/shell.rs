//! `cardmill completions` and `cardmill man`: the command line for shells and for manuals.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man as Page;

use super::{Cli, print};
use crate::error::Error;

/// The arguments of `completions`: the shell.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS)]
pub struct Completions {
    /// The shell that is to complete commands
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

const COMPLETIONS: &str = "\
Examples:
  cardmill completions bash > cardmill.bash
  cardmill completions zsh > _cardmill
  cardmill completions fish > cardmill.fish

A shell reads the file where it looks for such files: bash when it is sourced.";

impl Completions {
    /// Prints the script that completes commands in the shell.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written to.
    pub fn run(&self) -> Result<u8, Error> {
        let mut text = Vec::new();
        generate(self.shell, &mut Cli::command(), "cardmill", &mut text);
        print(&String::from_utf8_lossy(&text))?;
        Ok(0)
    }
}

/// The arguments of `man`: the command that the page is about.
#[derive(Debug, Args)]
#[command(after_help = MAN)]
pub struct Man {
    /// The command, such as deck check [default: the program, with all of them]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
}

const MAN: &str = "\
Examples:
  cardmill man > cardmill.1
  cardmill man whatif > cardmill-whatif.1
  cardmill man deck check > cardmill-deck-check.1

With man-db a page is read at once: cardmill man whatif | man -l -";

impl Man {
    /// Prints the page of the manual, as roff.
    ///
    /// # Errors
    ///
    /// When there is no such command, or standard output cannot be written to.
    pub fn run(&self) -> Result<u8, Error> {
        let mut all = Cli::command();
        all.build();
        let mut command = &all;
        for (number, name) in self.command.iter().enumerate() {
            command = command.find_subcommand(name).ok_or_else(|| {
                let known = command.get_subcommands().map(clap::Command::get_name);
                let known = known.collect::<Vec<_>>().join(", ");
                let words = self.command[..=number].join(" ");
                let expected = if known.is_empty() { "nothing behind it" } else { "one of " };
                Error::Usage(format!("{words}: no such command; expected {expected}{known}"))
            })?;
        }
        let page = Page::new(command.clone());
        let mut text = Vec::new();
        let failed = |source| Error::Write { path: "standard output".into(), source };
        page.render(&mut text).map_err(failed)?;
        print(&String::from_utf8_lossy(&text))?;
        Ok(0)
    }
}
