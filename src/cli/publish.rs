//! Reports as files, and what they say of where they come from.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Args;

use super::{CARDS_VARIABLE, config};
use crate::error::Error;
use crate::host::Catalogue;
use crate::output::command::Command;
use crate::output::html::Origin;
use crate::output::part::Draft;
use crate::record::hex;

/// A report that is asked for beside what is printed.
#[derive(Clone, Debug, Args)]
pub struct Publication {
    /// Also write a report with charts to this file (.html), to be read in any browser and printed
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

impl Publication {
    /// The file of the report, before anything is played; none where none is asked for.
    ///
    /// # Errors
    ///
    /// As [`Draft::create`].
    pub fn begin(&self) -> Result<Option<Draft>, Error> {
        self.report.as_ref().map(|path| Draft::create(path, &["html"])).transpose()
    }

    /// Fills the file of the report, if one was begun.
    ///
    /// # Errors
    ///
    /// As [`Draft::fill`].
    pub fn write(
        &self,
        draft: Option<Draft>,
        catalogue: &Catalogue,
        page: impl FnOnce(&Origin) -> String,
    ) -> Result<(), Error> {
        draft.map_or(Ok(()), |draft| draft.fill(page(&self.origin(catalogue))))
    }

    /// Where the report of this process comes from.
    fn origin(&self, catalogue: &Catalogue) -> Origin {
        let cards = env::var_os(CARDS_VARIABLE).filter(|folder| !folder.is_empty());
        let file = self.report.as_ref().and_then(|path| path.file_name());
        let (options, decks) = config::taken();
        let options = options.into_iter().flatten().map(OsString::from);
        let arguments = env::args_os().skip(1).chain(options);
        let command = repeated(arguments, cards, file.map(OsStr::to_owned));
        let decks = decks
            .map_or_else(String::new, |decks| format!("  # decks of a cardmill.toml: {decks}"));
        Origin { command: command + &decks, cards: hex(catalogue.digest()) }
    }
}

/// Options on which no number of a report depends, each with a value.
const ASIDE: [&str; 7] =
    ["--threads", "--batch", "--format", "--out", "--out-format", "--report", "--resume"];

/// The command with these arguments, without those on which nothing depends; with the folder of
/// cards that the environment names, and the name of the report's file.
pub(super) fn repeated(
    arguments: impl Iterator<Item = OsString>,
    cards: Option<OsString>,
    file: Option<OsString>,
) -> String {
    let mut command = Command::new();
    let (mut skip, mut named) = (false, false);
    for word in arguments {
        let text = word.to_string_lossy();
        let option = text.split('=').next().unwrap_or_default();
        // The value of an option; --resume may have none.
        if core::mem::take(&mut skip) && !text.starts_with("--") || text == "--quiet" {
            continue;
        }
        if ASIDE.contains(&option) {
            skip = option == text;
            continue;
        }
        named |= option == "--cards";
        command = command.word(&word);
    }
    if let Some(folder) = cards.filter(|_| !named) {
        command = command.option("--cards", folder);
    }
    match file {
        Some(name) => command.option("--report", name).text(),
        None => command.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_repeated_without_what_makes_no_difference() {
        let repeated = |text: &str, cards: Option<&str>| {
            let arguments = text.split('|').map(OsString::from);
            repeated(arguments, cards.map(OsString::from), Some("my report.html".into()))
        };
        let given = "whatif|SOR_164 cost+1|--threads|8|--seed|7|--batch=4|--quiet|--report|x/y.html\
                     |--resume|games.kept";
        let expected = "cardmill whatif 'SOR_164 cost+1' --seed 7 --report 'my report.html'";
        assert_eq!(repeated(given, None), expected);
        let stats = "stats|luke|--out|tables|--resume|--report|x.html|vader";
        assert_eq!(repeated(stats, None), "cardmill stats luke vader --report 'my report.html'");
        let folder = "cardmill meta --cards here --report 'my report.html'";
        assert_eq!(repeated("meta", Some("here")), folder);
        assert_eq!(repeated("meta|--cards|here", Some("there")), folder);
    }
}
