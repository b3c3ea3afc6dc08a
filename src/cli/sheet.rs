//! `cardmill cards check --game xwing`: validates all cards and reports coverage per sheet.

use cardmill_harness::driver::Driver;
use cardmill_harness::files::CardFiles;
use cardmill_xwing::coverage::{SheetCoverage, coverage};
use cardmill_xwing::driver::Hangar;
use serde_json::json;

use super::{CardFormat, print};
use crate::error::Error;
use crate::output::{json, table};

/// Loads and checks all cards of X-Wing, prints the report, and returns the exit code.
///
/// # Errors
///
/// When a card file is bad or standard output cannot be written to.
pub(super) fn check(format: CardFormat, files: &CardFiles) -> Result<u8, Error> {
    let catalogue = Hangar::load(files).map_err(Error::Usage)?;
    let sheets = coverage(&catalogue);
    let cards = catalogue.cards().len();
    print(&match format {
        CardFormat::Table => text(&files.to_string(), cards, &sheets),
        CardFormat::Json => json::pretty(&json!({
            "cards": files.to_string(), "game": "xwing", "valid": cards, "sheets": sheets,
        })),
    })?;
    Ok(0)
}

fn text(files: &str, cards: usize, sheets: &[SheetCoverage]) -> String {
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
    let mut text = format!("{files}: {cards} cards of xwing, all are valid\n");
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
