//! Values of a deck's cards: tables, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::command::Command;
use super::csv;
use super::figure::{grouped, percent, points, range};
use super::handled::{self, OfCard};
use super::json::pretty;
use super::replacements::{self, Replacement};
use super::sample::Sample;
use super::table::{sentence, table};
use crate::stats::Handled;

/// The values of a deck's cards. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the deck, as results call it.
    pub deck: String,
    /// Its share of the games with all its cards.
    pub share: f64,
    /// The card that copies were exchanged for, in words.
    pub filler: String,
    /// The names of the opponents.
    pub against: Vec<String>,
    /// The number of deals that were played.
    pub deals: u64,
    /// The games that it rests on.
    #[serde(flatten)]
    pub sample: Sample,
    /// The cards, the most valuable first.
    pub cards: Vec<Row>,
    /// The cards to cut, and those that are better in their place; empty where that was not asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<Replacement>,
}

/// A card with its value in this deck.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The id of the card.
    pub card: String,
    /// The name of the card.
    pub name: String,
    /// The number of its copies in the deck.
    pub copies: usize,
    /// The value of a copy, in shares of a game.
    pub value: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// `true` if the value is certainly above or below zero: one in twenty of these is wrong at
    /// most.
    pub certain: bool,
    /// `true` if those who drew it played it, so that there is something to say of it.
    pub judged: bool,
    /// The number of games without a copy.
    pub games: u64,
    /// The number of these that ended otherwise than with the copy.
    pub turned: u64,
    /// The draws and plays of it with the whole deck; `None` where the game keeps no tallies.
    #[serde(flatten)]
    pub handled: Option<Handled>,
    /// Commands that show the first deal that was won with the copy and lost without, and the first
    /// that was lost with it and won without, both ways.
    pub replays: [Option<Vec<Command>>; 2],
    /// The value by the place of the copy in the shuffled deck.
    pub by_part: Vec<Part>,
    /// The value to expect of the numbers printed on the card; `None` where that cannot be said.
    pub curve: Option<Curve>,
}

/// The value of copies that lie in one part of the shuffled deck.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The first place, from 1: cards are drawn in this order.
    pub from: usize,
    /// The last place; none where it goes on to the end.
    pub to: Option<usize>,
    /// The value of a copy there, in shares of a game.
    pub value: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// Deals in which a copy lay there that was exchanged.
    pub deals: u64,
}

/// A card on the power curve: a line through the values of a deck's cards, by how much stronger they
/// are printed than cards that cost as much.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// The strength of its printed numbers above what is usual for its cost.
    pub surplus: f64,
    /// The value that a card with this surplus has in this deck, in shares of a game.
    pub expected: f64,
    /// `true` if its value is certain and far from that.
    pub outlier: bool,
}

impl Row {
    /// The word for its last column: `worth it`, `harms`, `not judged`, or nothing.
    pub(super) const fn word(&self) -> &'static str {
        match (self.judged, self.certain, self.value > 0.0) {
            (false, ..) => "not judged",
            (true, true, true) => "worth it",
            (true, true, false) => "harms",
            (true, false, _) => "",
        }
    }

    /// The share of draws after which it was played, in a cell; a dash where that is not known.
    pub(super) fn played(&self) -> String {
        self.handled.map_or_else(|| "–".to_owned(), handled::of_draws)
    }
}

/// Names the cards that were hardly played; `None` where none were.
pub(super) fn idle(report: &Report) -> Option<String> {
    let card = |row: &Row| {
        let (card, name) = (row.card.clone(), row.name.clone());
        row.handled.map(|handled| OfCard { card, name, handled })
    };
    handled::idle(&report.cards.iter().filter_map(card).collect::<Vec<_>>())
}

impl Part {
    /// The first and the last place, such as `7 to 10`.
    pub(super) fn place(&self) -> String {
        match self.to {
            Some(to) => format!("{} to {to}", self.from),
            None => format!("from {}", self.from),
        }
    }
}

/// Explains cards that are open though their intervals leave out 0; `None` if there are no such
/// cards.
pub(super) fn open(report: &Report) -> Option<String> {
    let is_open =
        |row: &&Row| row.judged && !row.certain && (row.interval[0] > 0.0 || row.interval[1] < 0.0);
    let (open, all) = (report.cards.iter().filter(is_open).count(), report.cards.len());
    (open > 0).then(|| {
        format!(
            "{open} of {all} cards are open though their intervals leave out 0: one of {all} that are \
             asked at once takes more evidence than one alone (e-BH)"
        )
    })
}

/// Tells the share that the deck wins, in a line.
fn share(report: &Report) -> String {
    let Report { deck, share, against, .. } = report;
    format!("{deck} wins {} of its games against {}", percent(*share), against.join(", "))
}

/// Cards that a line names of each end.
const NAMED: usize = 3;

/// Gives the answer in a line: the cards that are certainly worth something, and those that are
/// certainly worth less than what they were exchanged for.
#[must_use]
pub fn headline(report: &Report) -> String {
    let certain = |row: &&Row| row.judged && row.certain;
    let told = |rows: Vec<&Row>| {
        let rows = rows.into_iter().take(NAMED);
        let told: Vec<String> =
            rows.map(|row| format!("{} {}", row.name, points(row.value))).collect();
        if told.is_empty() { "none".to_owned() } else { told.join(", ") }
    };
    let good = report.cards.iter().filter(certain).filter(|row| row.value > 0.0);
    let bad = report.cards.iter().rev().filter(certain).filter(|row| row.value < 0.0);
    format!("worth most {}; least {}", told(good.collect()), told(bad.collect()))
}

/// The values for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let heading =
        ["card", "id", "copies", "value", "95 % always", "on top", "games", "turned", "played", ""];
    let row = |row: &Row| {
        vec![
            row.name.clone(),
            row.card.clone(),
            row.copies.to_string(),
            points(row.value),
            range(row.interval),
            row.by_part.first().map_or(String::new(), |part| points(part.value)),
            grouped(row.games),
            percent(row.turned as f64 / row.games.max(1) as f64),
            row.played(),
            row.word().to_owned(),
        ]
    };
    let mut text = format!(
        "{}\n{}\n{}\n",
        share(report),
        report.sample.by(),
        table(&heading, 2, report.cards.iter().map(row).collect()),
    );
    if !report.replacements.is_empty() {
        text.push_str(&format!(
            "what to cut, a copy of it, and for what; on fresh deals\n{}\n",
            replacements::render(&report.replacements)
        ));
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "value: points of a copy in the place of {}, on the same deals",
        report.filler
    );
    let top = report.cards.iter().find_map(|row| row.by_part.first()?.to);
    if let Some(top) = top {
        let _ = writeln!(text, "on top: the value of a copy that lies among the first {top} cards");
    }
    text.push_str("played: of the draws of a copy, with the whole deck\n");
    text.extend(open(report).into_iter().chain(idle(report)).map(|line| sentence(&line) + "\n"));
    let known = report.cards.iter().filter_map(|row| Some((row, row.curve.as_ref()?)));
    for (row, curve) in known.filter(|(_, curve)| curve.outlier) {
        let side = if row.value > curve.expected { "above" } else { "below" };
        let _ = writeln!(
            text,
            "{} is far {side} the curve: {} points, {} by what is printed",
            row.name,
            points(row.value),
            points(curve.expected),
        );
    }
    let deals = format!(", {} deals", grouped(report.deals));
    text.push_str(&report.sample.footer(&deals, "intervals are", ("", &[])));
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
            row.judged.to_string(),
            row.handled.map_or_else(String::new, |handled| handled.drawn.to_string()),
            row.handled.map_or_else(String::new, |handled| handled.played.to_string()),
        ]
    };
    let heading = [
        "card", "name", "copies", "value", "low", "high", "certain", "games", "turned", "judged",
        "drawn", "played",
    ];
    csv::text(heading, report.cards.iter().map(row))
}
