//! What cards of a deck are worth: tables, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::answers::{percent, points, range};
use super::json::pretty;
use super::table::{grouped, table};

/// The values of a deck's cards. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// The deck.
    pub deck: String,
    /// Its share of the games with all its cards.
    pub share: f64,
    /// What copies were exchanged for.
    pub filler: String,
    /// The opponents.
    pub against: Vec<String>,
    /// Who played.
    pub agents: String,
    /// Seed of the run.
    pub seed: u64,
    /// Deals that were played.
    pub deals: u64,
    /// Games that were counted.
    pub games: u64,
    /// Games that were set aside.
    pub quarantined: u64,
    /// Whether it was ended before it was over.
    pub stopped: bool,
    /// Of all games.
    pub digest: String,
    /// The most valuable first.
    pub cards: Vec<Row>,
}

/// A card and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its id.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its copies in the deck.
    pub copies: usize,
    /// Points of a copy, in shares of a game.
    pub value: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// Whether the value is above or below zero, of which one in twenty is wrong at most.
    pub certain: bool,
    /// Games without a copy.
    pub games: u64,
    /// Those that ended otherwise than with the copy.
    pub turned: u64,
}

/// The values for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let heading = ["card", "id", "copies", "value", "95 % always", "games", "turned", ""];
    let row = |row: &Row| {
        vec![
            row.name.clone(),
            row.card.clone(),
            row.copies.to_string(),
            points(row.value),
            range(row.interval),
            grouped(row.games),
            percent(row.turned as f64 / row.games.max(1) as f64),
            match (row.certain, row.value > 0.0) {
                (true, true) => "worth it",
                (true, false) => "harms",
                (false, _) => "",
            }
            .to_owned(),
        ]
    };
    let mut text = format!(
        "{} wins {} of its games against {}\n\n{}\n",
        report.deck,
        percent(report.share),
        report.against.join(", "),
        table(&heading, 2, report.cards.iter().map(row).collect()),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "value: points of a copy in the place of {}, on the same deals\n\
         {} games of {} deals  agents {}  seed {}",
        report.filler,
        grouped(report.games),
        grouped(report.deals),
        report.agents,
        report.seed,
    );
    if report.quarantined > 0 {
        let _ = writeln!(
            text,
            "{} games were set aside; their deals count for nothing",
            report.quarantined
        );
    }
    match report.stopped {
        true => text.push_str("stopped; intervals hold for what was played\n"),
        false => {
            let _ = writeln!(text, "digest {}", report.digest);
        }
    }
    text
}

/// The values as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// The values with a heading and one row per card.
///
/// # Panics
///
/// Never: memory takes everything that is written to it.
#[must_use]
pub fn csv(report: &Report) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading = "card,name,copies,value,low,high,certain,games,turned";
    writer.write_record(heading.split(',')).expect("memory takes everything");
    for row in &report.cards {
        let [low, high] = row.interval;
        let cells = [
            row.card.clone(),
            row.name.clone(),
            row.copies.to_string(),
            row.value.to_string(),
            low.to_string(),
            high.to_string(),
            row.certain.to_string(),
            row.games.to_string(),
            row.turned.to_string(),
        ];
        writer.write_record(cells).expect("memory takes everything");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("only strings were written")
}
