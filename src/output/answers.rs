//! What experiments found: tables, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::csv;
use super::elites::{self, Elites};
use super::json::pretty;
use super::sample::Sample;
use super::table::{grouped, table};
use crate::analysis::betting::Differences;
use crate::experiment::{Answer, Terms, Verdict};

/// An experiment and everything a reader of its answers wants to know about it. Nothing in it
/// depends on threads or time.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was changed, or is compared, line by line.
    pub changes: Vec<String>,
    /// What the two arms are called.
    pub arms: [String; 2],
    /// When questions were answered.
    pub terms: Terms,
    /// What was searched for first, if anything was.
    pub elites: Option<Elites>,
    /// The questions.
    pub rows: Vec<Row>,
    /// What it rests on.
    pub sample: Sample,
}

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the change, from 1.
    pub variant: usize,
    /// Who plays with it.
    pub player: String,
    /// How many of their cards are changed.
    pub copies: Option<usize>,
    /// What is known.
    pub answer: Answer,
    /// What is to be said.
    pub verdict: Verdict,
    /// The opponents, by setup.
    pub against: Vec<String>,
    /// Commands that show the first deal that came out better, and the first that came out worse,
    /// in both arms, or in the first where no command plays the other.
    pub replays: [Option<Vec<String>>; 2],
}

/// A share of a game in points.
pub(super) fn points(share: f64) -> String {
    let points = (share * 1_000.0).round() / 10.0;
    // There is no minus nothing.
    format!("{:+.1}", if points == 0.0 { 0.0 } else { points })
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

pub(super) fn range([low, high]: [f64; 2]) -> String {
    format!("{} to {}", points(low), points(high))
}

/// An e-value by its natural logarithm.
pub(super) fn evidence(log: f64) -> String {
    match log.exp() {
        value if value < 10.0 => format!("{value:.1}"),
        value if value < 10_000.0 => format!("{value:.0}"),
        _ => "> 10,000".to_owned(),
    }
}

/// The answers for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut text = report.elites.as_ref().map(elites::render).unwrap_or_default();
    text.extend(report.changes.iter().map(|line| format!("{line}\n")));
    let several = report.rows.iter().any(|row| row.variant != report.rows[0].variant);
    let copies = report.rows.iter().any(|row| row.copies.is_some());
    let [base, new] = report.arms.each_ref().map(String::as_str);
    let mut heading = vec!["player"];
    heading.extend(copies.then_some("copies"));
    heading.extend([base, new, "change", "95 % always", "pairs", "differ", "e-value", "verdict"]);
    let row = |row: &Row| {
        let answer = &row.answer;
        let differences = &answer.differences;
        let pairs = differences.pairs();
        let mut cells = vec![name(row, several)];
        cells.extend(copies.then(|| row.copies.map_or(String::new(), |copies| copies.to_string())));
        cells.extend([
            percent(answer.share(0)),
            percent(answer.share(1)),
            points(differences.mean()),
            range(answer.interval()),
            grouped(pairs),
            percent(differences.differing() as f64 / pairs.max(1) as f64),
            evidence(answer.evidence()),
            row.verdict.word().to_owned(),
        ]);
        cells
    };
    text.push('\n');
    text.push_str(&table(&heading, 1, report.rows.iter().map(row).collect()));
    text.push('\n');
    for row in &report.rows {
        details(&mut text, row, several);
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "changes in points; less than {} to either side is equal",
        points(report.terms.equal).trim_start_matches('+'),
    );
    let about = ", the same deals in both arms";
    text.push_str(&report.sample.footer(about, "verdicts and intervals are"));
    text
}

/// Who is asked about; with the number of the change where there are several.
pub(super) fn name(row: &Row, several: bool) -> String {
    match several {
        true => format!("{} {}", row.variant, row.player),
        false => row.player.clone(),
    }
}

/// What stands below the table about a row.
fn details(text: &mut String, row: &Row, several: bool) {
    let Row { answer, against, .. } = row;
    let name = name(row, several);
    if against.len() > 1 {
        let widest = answer.by_setup.iter().map(|setup| half(setup.interval(0.95)));
        let widest = widest.fold(0.0, f64::max);
        let by = against.iter().zip(&answer.by_setup);
        let by = by.map(|(name, setup)| format!("{name} {}", points(setup.mean())));
        let by: Vec<String> = by.collect();
        let _ = writeln!(text, "{name}: {} (each ± {:.1})", by.join("  "), widest * 100.0);
    }
    let pairs = answer.differences.pairs();
    if answer.alike == pairs && pairs > 0 {
        let _ = writeln!(text, "{name}: all games are identical, to the last choice");
    }
    if let Some(gain) = answer.gain() {
        let _ = writeln!(text, "{name}: as good as {gain:.1} times as many games without pairing");
    }
    for (word, replays) in ["better", "worse"].into_iter().zip(&row.replays) {
        if let Some(commands) = replays {
            let lead =
                [format!("  a game that came out {word}"), "    on the other side".to_owned()];
            for (lead, command) in lead.into_iter().zip(commands) {
                let _ = writeln!(text, "{lead}: {command}");
            }
        }
    }
}

fn half([low, high]: [f64; 2]) -> f64 {
    (high - low) / 2.0
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    sample: &'a Sample,
    changes: &'a [String],
    equal: f64,
    precision: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elites: &'a Option<Elites>,
    answers: Vec<Answered<'a>>,
}

#[derive(Serialize)]
struct Answered<'a> {
    variant: usize,
    player: &'a str,
    copies: Option<usize>,
    verdict: &'static str,
    base: f64,
    new: f64,
    #[serde(flatten)]
    change: Change,
    /// The natural logarithm of the e-value.
    log_e: f64,
    better: u64,
    worse: u64,
    alike: u64,
    gain: Option<f64>,
    matchups: Vec<Matchup<'a>>,
    replays: &'a [Option<Vec<String>>; 2],
}

#[derive(Serialize)]
struct Change {
    change: f64,
    interval: [f64; 2],
    pairs: u64,
    differing: u64,
}

impl Change {
    fn of(differences: &Differences) -> Self {
        Self {
            change: differences.mean(),
            interval: differences.interval(0.95),
            pairs: differences.pairs(),
            differing: differences.differing(),
        }
    }
}

#[derive(Serialize)]
struct Matchup<'a> {
    against: &'a str,
    #[serde(flatten)]
    change: Change,
}

impl<'a> Answered<'a> {
    fn of(row: &'a Row) -> Self {
        let Row { variant, player, copies, answer, verdict, against, replays } = row;
        let matchup = |(against, setup): (&'a String, &Differences)| Matchup {
            against,
            change: Change::of(setup),
        };
        let differences = &answer.differences;
        Self {
            variant: *variant,
            player,
            copies: *copies,
            verdict: verdict.word(),
            base: answer.share(0),
            new: answer.share(1),
            change: Change::of(differences),
            log_e: answer.evidence(),
            better: differences.up(),
            worse: differences.differing() - differences.up(),
            alike: answer.alike,
            gain: answer.gain(),
            matchups: against.iter().zip(&answer.by_setup).map(matchup).collect(),
            replays,
        }
    }
}

/// The answers as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(&Document {
        sample: &report.sample,
        changes: &report.changes,
        equal: report.terms.equal,
        precision: report.terms.precision,
        elites: &report.elites,
        answers: report.rows.iter().map(Answered::of).collect(),
    })
}

/// The answers with a heading and one row per question.
#[must_use]
pub fn csv(report: &Report) -> String {
    let heading = "variant,player,copies,base,new,change,low,high,pairs,differing,log_e,verdict";
    let row = |row: &Row| {
        let answer = &row.answer;
        let [low, high] = answer.interval();
        [
            row.variant.to_string(),
            row.player.clone(),
            row.copies.map_or(String::new(), |copies| copies.to_string()),
            answer.share(0).to_string(),
            answer.share(1).to_string(),
            answer.differences.mean().to_string(),
            low.to_string(),
            high.to_string(),
            answer.differences.pairs().to_string(),
            answer.differences.differing().to_string(),
            answer.evidence().to_string(),
            row.verdict.word().to_owned(),
        ]
    };
    csv::text(heading.split(','), report.rows.iter().map(row))
}
