//! What cards of a deck are worth: tables, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::answers::{percent, points, range};
use super::csv;
use super::json::pretty;
use super::sample::Sample;
use super::table::{grouped, table};

/// The values of a deck's cards. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The deck.
    pub deck: String,
    /// Its share of the games with all its cards.
    pub share: f64,
    /// What copies were exchanged for.
    pub filler: String,
    /// The opponents.
    pub against: Vec<String>,
    /// Deals that were played.
    pub deals: u64,
    /// What it rests on.
    #[serde(flatten)]
    pub sample: Sample,
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
    /// Commands that show the first deal that was won with the copy and lost without, and the first
    /// that was lost with it and won without, both ways.
    pub replays: [Option<Vec<String>>; 2],
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
        "value: points of a copy in the place of {}, on the same deals",
        report.filler
    );
    let deals = format!(", {} deals", grouped(report.deals));
    text.push_str(&report.sample.footer(&deals, "intervals are"));
    text
}

/// The values as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// The values with a heading and one row per card.
#[must_use]
pub fn csv(report: &Report) -> String {
    let row = |row: &Row| {
        let [low, high] = row.interval;
        [
            row.card.clone(),
            row.name.clone(),
            row.copies.to_string(),
            row.value.to_string(),
            low.to_string(),
            high.to_string(),
            row.certain.to_string(),
            row.games.to_string(),
            row.turned.to_string(),
        ]
    };
    let heading = ["card", "name", "copies", "value", "low", "high", "certain", "games", "turned"];
    csv::text(heading, report.cards.iter().map(row))
}
