//! The origin of a page of this process: the command that makes it again.

use std::env;
use std::ffi::OsString;

use super::{CARDS_VARIABLE, config};
use crate::output::command::Command;
use crate::output::html::Origin;
use crate::record::hex;

/// The origin of a page of this process: the command that makes it again, with the name of the report's file if
/// it is a report, and the digest of the cards.
pub(super) fn origin(cards: u64, report: Option<OsString>) -> Origin {
    let folder = env::var_os(CARDS_VARIABLE).filter(|folder| !folder.is_empty());
    let (options, decks) = config::taken();
    let options = options.into_iter().flatten().map(OsString::from);
    let command = repeated(env::args_os().skip(1).chain(options), folder, report);
    let decks =
        decks.map_or_else(String::new, |decks| format!("  # decks of a cardmill.toml: {decks}"));
    Origin { command: command + &decks, cards: hex(cards) }
}

/// Options on which no number of a report depends, each with a value.
const ASIDE: [&str; 7] =
    ["--threads", "--batch", "--format", "--out", "--out-format", "--report", "--resume"];

/// The command with these arguments, without those on which nothing depends; with the folder of
/// cards that the environment names, and the name of the report's file.
fn repeated(
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
        Some(name) => command.option("--report", name).to_string(),
        None => command.to_string(),
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
