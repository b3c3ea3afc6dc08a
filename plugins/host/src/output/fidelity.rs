//! Agreement of simulated games with games that people played: text, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::csv;
use super::figure::{grouped, percent, worth};
use super::handled::{OfKind, kinds};
use super::json::pretty;
use super::sample::Sample;
use super::table::{sentence, table};
use crate::analysis::fidelity::{Agreement, LEAST, Level, Matchup};

/// The agreement of a run with a table of played games. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the table.
    pub era: String,
    /// Its first and its last month.
    pub months: [String; 2],
    /// Tournaments that were counted.
    pub events: u64,
    /// The source of the table, in words.
    pub source: String,
    /// Lists that played, of all archetypes.
    pub lists: usize,
    /// The terms of the simulated matches, in words; `None` where single games were simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// Games that people played.
    pub played: u64,
    /// The names of archetypes, by their places in the table.
    pub names: Vec<String>,
    /// The figures that say how far simulated and played games agree.
    pub agreement: Agreement,
    /// The share of drawn cards that were played, kind by kind; empty where the game keeps no
    /// tallies.
    pub cards: Vec<OfKind>,
    /// The games that were simulated.
    #[serde(flatten)]
    pub sample: Sample,
    /// Games that were set aside: the first few, by number and lists.
    pub set_aside: Vec<String>,
}

impl Report {
    /// The headline in one line.
    #[must_use]
    pub fn told(&self) -> String {
        let Agreement { spearman, matchups, .. } = &self.agreement;
        let rank = format!("rank correlation of archetypes {spearman:+.2}");
        let pairs = matchups.as_ref().map(|level| {
            format!(
                ", correlation of matchups {:+.2}, mean error {} (\"all are even\": {})",
                level.pearson,
                points(level.error),
                points(level.error_of_even)
            )
        });
        format!("{} against {}: {rank}{}", self.sample.agents, self.era, pairs.unwrap_or_default())
    }
}

/// A share in points without a sign.
pub(super) fn points(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// An interval of correlations.
pub(super) fn between([low, high]: [f64; 2]) -> String {
    format!("{low:+.2} to {high:+.2}")
}

/// The figures of both levels, line by line: a name, then the figure of archetypes and that of
/// matchups.
pub(super) fn lines(agreement: &Agreement) -> Vec<[String; 3]> {
    let Agreement { archetypes, matchups, spearman, spearman_interval, side, .. } = agreement;
    let both = |name: &str, told: &dyn Fn(&Level) -> String| {
        let matchups = matchups.as_ref().map(told).unwrap_or_default();
        [name.to_owned(), told(archetypes), matchups]
    };
    let shares = |[low, high]: [f64; 2]| format!("{:.0} to {:.0} %", low * 100.0, high * 100.0);
    let rank = format!("{spearman:+.2} ({})", between(*spearman_interval));
    let mut lines = vec![
        both("compared", &|level| level.compared.to_string()),
        ["rank correlation".to_owned(), rank, String::new()],
        both("correlation", &|level| {
            format!("{:+.2} ({})", level.pearson, between(level.interval))
        }),
        both("… ceiling", &|level| format!("{:.2}", level.ceiling)),
        both("mean error, points", &|level| points(level.error)),
        both("… of \"all are even\"", &|level| points(level.error_of_even)),
        both("… of a perfect model", &|level| points(level.error_of_perfect)),
        both("10 points ahead were", &|level| worth(&level.worth)),
        both("mean error taken so", &|level| points(level.worth.error)),
        both("simulated shares", &|level| shares(level.simulated)),
        both("played shares", &|level| shares(level.played)),
    ];
    if matchups.is_some() {
        lines.push(["same side ahead".to_owned(), String::new(), percent(*side)]);
    }
    lines
}

/// The report for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let Report { era, months: [from, to], events, agreement, .. } = report;
    let mut text = format!(
        "{era}, {from} to {to}: {} games of {events} tournaments, {} archetypes, {} lists\n\n",
        grouped(report.played),
        report.names.len(),
        report.lists,
    );
    let rows = lines(agreement).into_iter().map(Vec::from).collect();
    text.push_str(&table(&["", "archetypes", "matchups"], 1, rows));
    let of = match agreement.matchups {
        Some(_) => format!("matchups: of {LEAST} played games and more; "),
        None => String::new(),
    };
    text.push_str(&format!("{of}in parentheses: 95 % (bootstrap over archetypes)\n"));
    let rows = agreement.list.iter().map(|one| {
        let off = one.simulated - one.played;
        vec![
            report.names[one.place].clone(),
            percent(one.simulated),
            percent(one.played),
            format!("{:+.1}", off * 100.0),
            grouped(one.games),
        ]
    });
    text.push('\n');
    text.push_str(&table(
        &["archetype", "simulated", "played", "off by", "games"],
        1,
        rows.collect(),
    ));
    let rows = agreement.calibration.iter().map(|bin| {
        vec![
            format!("{:.0} to {:.0} %", bin.from * 100.0, bin.to * 100.0),
            bin.matchups.to_string(),
            percent(bin.simulated),
            percent(bin.played),
        ]
    });
    if !agreement.calibration.is_empty() {
        text.push('\n');
        let heading = ["where simulated", "matchups", "simulated", "played"];
        text.push_str(&table(&heading, 1, rows.collect()));
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", report.told());
    if let Some(matches) = &report.matches {
        text.push_str(&format!("{}\n", sentence(matches)));
    }
    text.extend(kinds(&report.cards).map(|line| sentence(&line) + "\n"));
    text.push_str(&report.sample.footer("", "all is", ("set aside", &report.set_aside)));
    text
}

/// The report as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// The matchups with a heading and one row each.
#[must_use]
pub fn csv(report: &Report) -> String {
    let heading = ["archetype", "against", "simulated", "simulated_games", "played", "games"];
    let row = |pair: &Matchup| {
        let [a, b] = pair.pair.map(|place| report.names[place].clone());
        [
            a,
            b,
            pair.simulated.to_string(),
            pair.simulated_games.to_string(),
            pair.played.to_string(),
            pair.games.to_string(),
        ]
    };
    csv::text(heading, report.agreement.pairs.iter().map(row))
}
