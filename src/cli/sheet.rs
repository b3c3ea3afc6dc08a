//! `cardmill cards check --game xwing`: validates all cards and reports coverage per sheet.

use cardmill_harness::driver::Driver;
use cardmill_harness::files::CardFiles;
use cardmill_xwing::coverage::{SheetCoverage, coverage};
use cardmill_xwing::driver::Hangar;
use serde::Serialize;

use super::{CardFormat, print};
use crate::error::Error;
use crate::games::Game;
use crate::output::{json, table};

/// The report on all cards of X-Wing.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// The source of the cards in words: built in, or a folder.
    cards: String,
    /// The game: `xwing`.
    game: &'a str,
    /// The sheets of the game but those of huge ships, in order of ids and factions.
    sheets: Vec<SheetCoverage>,
    /// The number of its cards, all of which are valid: the first that is not is an error.
    valid: usize,
}

/// Loads and checks all cards of X-Wing, prints the report, and returns the exit code.
///
/// # Errors
///
/// When a card file is bad or standard output cannot be written to.
pub(super) fn check(format: CardFormat, files: &CardFiles) -> Result<u8, Error> {
    let catalogue = Hangar::load(files).map_err(Error::Usage)?;
    let report = Report {
        cards: files.to_string(),
        game: Game::XWing.name(),
        sheets: coverage(&catalogue),
        valid: catalogue.cards().len(),
    };
    print(&match format {
        CardFormat::Table => text(&report),
        CardFormat::Json => json::pretty(&report),
    })?;
    Ok(0)
}

fn text(report: &Report<'_>) -> String {
    let Report { cards, game, sheets, valid } = report;
    let rows = sheets.iter().map(|sheet| {
        let state = match (sheet.is_complete(), &sheet.lacks[..]) {
            (true, _) => "complete".to_owned(),
            (false, []) => String::new(),
            (false, lacks) => format!("lacks {}", lacks.join(", ")),
        };
        let counts = [sheet.pilots, sheet.defined].map(|count| count.to_string());
        let words = vec![sheet.sheet.clone(), sheet.faction.clone(), state];
        [words, counts.to_vec()].concat()
    });
    let sum = |count: fn(&SheetCoverage) -> usize| sheets.iter().map(count).sum::<usize>();
    let complete = sheets.iter().filter(|sheet| sheet.is_complete()).count();
    let mut text = format!("{cards}: {valid} cards of {game}, all are valid\n");
    text += &table::table(&["sheet", "faction", "", "pilots", "defined"], 3, rows.collect());
    text += &format!(
        "{complete} of {} sheets complete, {} of {} pilots defined\n",
        sheets.len(),
        sum(|sheet| sheet.defined),
        sum(|sheet| sheet.pilots),
    );
    for sheet in sheets.iter().filter(|sheet| !sheet.missing.is_empty()) {
        let SheetCoverage { sheet, faction, missing, .. } = sheet;
        text += &format!("{sheet} of {faction} missing: {}\n", missing.join(", "));
    }
    text
}
