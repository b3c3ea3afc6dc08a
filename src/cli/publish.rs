//! Reports as files, and what they say of where they come from.

use std::env;
use std::path::PathBuf;

use clap::Args;

use super::CARDS_VARIABLE;
use super::experiment::quoted;
use crate::error::Error;
use crate::games::Hosted;
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
    pub fn write<G: Hosted>(
        &self,
        draft: Option<Draft>,
        catalogue: &G::Catalogue,
        page: impl FnOnce(&Origin) -> String,
    ) -> Result<(), Error> {
        draft.map_or(Ok(()), |draft| draft.fill(&page(&self.origin::<G>(catalogue))))
    }

    /// Where the report of this process comes from.
    fn origin<G: Hosted>(&self, catalogue: &G::Catalogue) -> Origin {
        let cards = env::var(CARDS_VARIABLE).ok().filter(|folder| !folder.is_empty());
        let file = self.report.as_ref().and_then(|path| path.file_name());
        let file = file.map(|name| name.to_string_lossy().into_owned());
        Origin {
            command: repeated(env::args().skip(1), cards, file),
            cards: hex(G::digest_of(catalogue)),
        }
    }
}

/// Options on which no number of a report depends, each with a value.
const ASIDE: [&str; 7] =
    ["--threads", "--batch", "--format", "--out", "--out-format", "--report", "--resume"];

/// The command with these arguments, without those on which nothing depends; with the folder of
/// cards that the environment names, and the name of the report's file.
fn repeated(
    arguments: impl Iterator<Item = String>,
    cards: Option<String>,
    file: Option<String>,
) -> String {
    let mut words = vec!["cardmill".to_owned()];
    let (mut skip, mut named) = (false, false);
    for word in arguments {
        let option = word.split('=').next().unwrap_or_default();
        if core::mem::take(&mut skip) || word == "--quiet" {
            continue;
        }
        if ASIDE.contains(&option) {
            skip = option == word;
            continue;
        }
        named |= option == "--cards";
        words.push(quoted(&word));
    }
    let named = cards.filter(|_| !named).map(|folder| ["--cards".to_owned(), quoted(&folder)]);
    let file = file.map(|name| ["--report".to_owned(), quoted(&name)]);
    words.extend(named.into_iter().chain(file).flatten());
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_repeated_without_what_makes_no_difference() {
        let repeated = |text: &str, cards: Option<&str>| {
            let arguments = text.split('|').map(str::to_owned);
            repeated(arguments, cards.map(str::to_owned), Some("my report.html".to_owned()))
        };
        let given = "whatif|SOR_164 cost+1|--threads|8|--seed|7|--batch=4|--quiet|--report|x/y.html\
                     |--resume|games.kept";
        let expected = "cardmill whatif 'SOR_164 cost+1' --seed 7 --report 'my report.html'";
        assert_eq!(repeated(given, None), expected);
        let folder = "cardmill meta --cards here --report 'my report.html'";
        assert_eq!(repeated("meta", Some("here")), folder);
        assert_eq!(repeated("meta|--cards|here", Some("there")), folder);
    }
}
