//! `cardmill scenario`: rulings as files.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{CardFormat, CardsFolder, print};
use crate::error::Error;
use crate::output::{json, table::table};
use crate::scenario::format::files;
use crate::scenario::{Outcome, Suite};

/// The arguments of `scenario`: the files with rulings, and how much is told of them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Scenario {
    /// Scenario files, or folders with some (*.ron)
    #[arg(required = true, value_name = "FILE or FOLDER")]
    pub paths: Vec<PathBuf>,
    /// The format in which the results are printed
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
    /// Print what happens, step by step, and why something is not offered
    #[arg(long)]
    pub explain: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardmill scenario tests/scenarios
  cardmill scenario tests/scenarios/unlimited/S4-31.ron --explain
  cardmill scenario tests/scenarios --format json

Exit codes: 0 all hold, 1 some do not, 2 bad input. How to write one: docs/scenarios.md";

/// The report on all scenarios of some files.
#[derive(Serialize)]
struct Report {
    /// The number of scenarios that hold.
    passed: usize,
    /// The number of scenarios that do not hold.
    failed: usize,
    /// The scenarios, in the order of games and files.
    scenarios: Vec<Outcome>,
}

impl Scenario {
    /// Runs the scenarios. The exit code says whether all hold.
    ///
    /// # Errors
    ///
    /// When a path, a file or a card is not what it should be.
    pub fn run(&self, cards: &CardsFolder) -> Result<u8, Error> {
        let mut found = Vec::new();
        for path in &self.paths {
            found.extend(files(path)?);
        }
        let mut scenarios = Vec::new();
        Suite::new(cards.files()?, self.explain).play(&found, |outcome, happened| {
            if self.explain {
                let title = format!("{}: {}\n", outcome.id, outcome.name);
                let text = format!("{title}{happened}{}\n", ending(&outcome));
                match self.format {
                    CardFormat::Table => print(&text)?,
                    CardFormat::Json => eprint!("{text}"),
                }
            }
            scenarios.push(outcome);
            Ok(())
        })?;
        let failed = scenarios.iter().filter(|outcome| !outcome.ok).count();
        let report = Report { passed: scenarios.len() - failed, failed, scenarios };
        match self.format {
            CardFormat::Json => print(&json::pretty(&report))?,
            CardFormat::Table if self.explain && report.failed == 0 => {}
            CardFormat::Table => print(&report.table())?,
        }
        Ok(u8::from(failed > 0))
    }
}

fn ending(outcome: &Outcome) -> String {
    match &outcome.problem {
        None => "     holds\n".into(),
        Some(problem) => format!("     FAILS at {problem}\n"),
    }
}

impl Report {
    fn table(&self) -> String {
        let row = |outcome: &Outcome| {
            let what = match &outcome.problem {
                None => outcome.name.clone(),
                Some(problem) => format!("{}\n{problem}", outcome.name),
            };
            let mark = if outcome.ok { "ok" } else { "FAILS" };
            vec![format!("{:?}", outcome.game), outcome.id.clone(), mark.into(), what]
        };
        let rows = self.scenarios.iter().map(row).collect();
        let list = table(&["game", "id", "", "what it shows"], 4, rows);
        format!("{list}\n{} passed, {} failed\n", self.passed, self.failed)
    }
}
