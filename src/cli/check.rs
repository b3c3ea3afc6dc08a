//! `cardmill cards check`: validates all cards and decks and reports coverage per set.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::files::CardFiles;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, SetCoverage, ranges, set_of};
use cardmill_unlimited::vocabulary::Definition;
use clap::Args;
use serde::Serialize;

use super::deck::{DeckReport, Named};
use super::{CardFormat, CardsFolder, complain, print};
use crate::error::Error;
use crate::output::{figure, json, table};
use crate::scenario;

/// The arguments of `cards check`, which counts what of each set is defined and tested.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// The format of the report
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
    /// The folder with the scenario files [default: tests/cards beside a cards folder]
    #[arg(long, value_name = "DIR")]
    pub scenarios: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cardmill cards check
  cardmill cards check --cards cards --format json";

/// The report on all cards of Star Wars: Unlimited and the decks that come with them.
#[derive(Debug, Serialize)]
struct Report {
    /// The source of the cards in words, as [`CardFiles`] shows itself: built in, or a folder.
    cards: String,
    /// The sets, in order of their codes.
    sets: Vec<Set>,
    /// The decks that come with the cards.
    decks: Vec<DeckReport>,
}

/// A set, and how much of it is defined and tested.
#[derive(Debug, Serialize)]
struct Set {
    /// The code of the set, such as `SOR`.
    set: String,
    /// The number of its cards, without tokens.
    cards: u16,
    /// The number of its cards that are defined: with all that they say.
    complete: u16,
    /// The number of its defined cards that a scenario is about, or that have nothing to test; `None` where there
    /// are no scenarios.
    tested: Option<usize>,
    /// The ids of its other defined cards.
    untested: Option<Vec<String>>,
    /// The numbers of its cards that are not defined.
    missing: Vec<u16>,
}

impl Check {
    /// Loads and checks all cards, decks and scenarios, prints the report, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When a card or scenario file is bad. Bad decks are all reported, then the exit code is 2.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let files = cards.files()?;
        let library = Library::load(&files)?;
        let scenarios = match (self.scenarios, &files) {
            (Some(given), _) => Some(given),
            (None, CardFiles::Folder(folder)) => beside(folder).filter(|path| path.is_dir()),
            (None, CardFiles::BuiltIn(_) | CardFiles::With(..)) => None,
        };
        let scenarios = scenarios.map(|folder| named(&folder)).transpose()?;
        let sets = library.coverage().into_iter();
        let report = Report {
            cards: files.to_string(),
            sets: sets.map(|set| coverage(&library, set, scenarios.as_ref())).collect(),
            decks: DeckReport::of_cards(&library),
        };
        print(&match self.format {
            CardFormat::Table => text(&report),
            CardFormat::Json => json::pretty(&report),
        })?;
        for warning in &library.warnings {
            eprintln!("warning: {warning}");
        }
        let bad = report.decks.iter().filter(|deck| !deck.legal);
        let mut code = 0;
        for deck in bad {
            complain(&format!("{}: {}", deck.file, deck.lines().join("\n")));
            code = 2;
        }
        Ok(code)
    }
}

/// `tests/cards` in the folder that the cards folder is in.
fn beside(cards: &Path) -> Option<PathBuf> {
    let cards = fs::canonicalize(cards).ok()?;
    Some(cards.parent()?.join("tests").join("cards"))
}

/// The ids of all cards that some scenario below a folder is about.
fn named(folder: &Path) -> Result<BTreeSet<String>, Error> {
    let mut ids = BTreeSet::new();
    for file in scenario::format::below(folder)? {
        ids.extend(file.scenarios::<Tabletop>()?.into_iter().map(|scenario| scenario.card));
    }
    Ok(ids)
}

fn coverage(library: &Library, set: SetCoverage, named: Option<&BTreeSet<String>>) -> Set {
    let untested: Option<Vec<String>> = named.map(|named| {
        let cards = library.definitions.iter();
        cards
            .filter(|card| set_of(&card.id) == set.set && is_numbered(card))
            .filter(|card| !is_plain(card) && !named.contains(&card.id))
            .map(|card| card.id.clone())
            .collect()
    });
    Set {
        tested: untested.as_ref().map(|list| usize::from(set.complete) - list.len()),
        set: set.set,
        cards: set.cards,
        complete: set.complete,
        untested,
        missing: set.missing,
    }
}

/// Returns `true` if the card has a number in its set, which is the last part of its id; tokens have none.
fn is_numbered(card: &Definition) -> bool {
    card.id.rsplit('_').next().is_some_and(|number| number.parse::<u16>().is_ok())
}

/// Returns `true` for a card that has no ability, on its unit side neither, no keyword, and no side to flip to.
fn is_plain(card: &Definition) -> bool {
    card.abilities.is_empty()
        && card.keywords.is_empty()
        && card.unit_side.as_ref().is_none_or(|side| side.abilities.is_empty())
        && card.flip_side.is_none()
}

fn text(report: &Report) -> String {
    let count = |number: u64| figure::grouped(number);
    let sets = report.sets.iter().map(|set| {
        vec![
            set.set.clone(),
            count(set.cards.into()),
            count(set.complete.into()),
            set.tested.map_or_else(|| "-".to_owned(), |tested| count(tested as u64)),
            count(set.missing.len() as u64),
        ]
    });
    let mut text = format!("cards {}\n", report.cards);
    text += &table::table(&["set", "cards", "complete", "tested", "missing"], 1, sets.collect());
    for set in &report.sets {
        if let Some(untested) = set.untested.as_ref().filter(|list| !list.is_empty()) {
            text.push_str(&format!("{} not tested: {}\n", set.set, untested.join(", ")));
        }
        if !set.missing.is_empty() {
            text.push_str(&format!("{} missing: {}\n", set.set, ranges(&set.missing)));
        }
    }
    if !report.decks.is_empty() {
        let decks = report.decks.iter().map(|deck| {
            let state = if deck.legal { "legal" } else { "not legal" };
            let id =
                |card: &Option<Named>| card.as_ref().map_or_else(String::new, |c| c.id.clone());
            vec![
                deck.file.clone(),
                deck.name.clone().unwrap_or_default(),
                id(&deck.leader),
                id(&deck.base),
                state.to_owned(),
                deck.cards.map(|cards| cards.to_string()).unwrap_or_default(),
            ]
        });
        text.push('\n');
        let heading = ["deck", "name", "leader", "base", "", "cards"];
        text.push_str(&table::table(&heading, 5, decks.collect()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_tested_by_a_scenario_or_has_nothing_to_test() {
        let text = r#"[
            (id: "SOR_001", name: "Plain", kind: Unit, cost: 1, power: 1, hp: 1),
            (id: "SOR_002", name: "Named", kind: Unit, cost: 1, hp: 1, keywords: [Grit]),
            (id: "SOR_003", name: "Untested", kind: Unit, cost: 1, hp: 1, keywords: [Grit]),
            (id: "SOR_T01", name: "Experience", kind: Token, power: 1, hp: 1),
        ]"#;
        let library = Library::parse(vec![("cards.ron".into(), text.to_owned())]).unwrap();
        let named = BTreeSet::from(["SOR_002".to_owned()]);
        let set = library.coverage().remove(0);
        let with = coverage(&library, set.clone(), Some(&named));
        assert_eq!((with.complete, with.tested), (3, Some(2)));
        assert_eq!(with.untested, Some(vec!["SOR_003".to_owned()]));
        assert_eq!(coverage(&library, set, None).tested, None);
    }
}
