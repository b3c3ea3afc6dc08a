//! Who beats whom, and what would be played: tables, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::csv;
use super::figure::{grouped, percent, points, range};
use super::json::pretty;
use super::sample::Sample;
use super::table::{Kind, sentence, table, table_of};

/// A field of decks. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The decks, the best mix first.
    pub decks: Vec<Deck>,
    /// Every pairing.
    pub pairings: Vec<Pairing>,
    /// How many decks the mix is like.
    pub effective: f64,
    /// What going first is worth, of all pairings.
    pub first: First,
    /// How matches were played, in words, where shares and numbers of games are of matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// What it rests on.
    #[serde(flatten)]
    pub sample: Sample,
    /// Commands that show games that were set aside.
    pub quarantined_games: Vec<String>,
}

/// A deck in the field.
#[derive(Clone, Debug, Serialize)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// Its part of the mix that no deck beats.
    pub mix: f64,
    /// As far as the games can tell: nine tenths of what it may be.
    pub mix_interval: [f64; 2],
    /// The chance that it has a part at all.
    pub in_mix: f64,
    /// Its mean share of games against all others alike.
    pub field: f64,
    /// Its share against the mix.
    pub against_mix: f64,
    /// The deck that does best against it.
    pub response: String,
    /// The share of that deck.
    pub response_share: f64,
}

/// What going first is worth.
#[derive(Clone, Debug, Serialize)]
pub struct First {
    /// By how much whoever goes first wins more than half of the games, in shares of a game.
    pub worth: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// Deals that were played with either player going first.
    pub couples: u64,
    /// Those of them that ended otherwise.
    pub differing: u64,
}

/// Two decks.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    /// One.
    pub deck: String,
    /// The other.
    pub against: String,
    /// Games of the one.
    pub share: f64,
    /// Its 95 % interval (Wilson).
    pub interval: [f64; 2],
    /// Games that came to an end.
    pub games: u64,
    /// Whether it is not even, of all that are told so one in twenty wrong at most.
    pub uneven: bool,
    /// Commands that show the first game that the one won, and the first that the other won.
    pub replays: [Option<String>; 2],
    /// What going first is worth.
    pub first: First,
}

/// What is to be said of pairings that are not told to be uneven though their intervals leave out one
/// half, if there are some.
pub(super) fn open(report: &Report) -> Option<String> {
    let left_out = |pairing: &Pairing| pairing.interval[0] > 0.5 || pairing.interval[1] < 0.5;
    let is_open = |pairing: &&Pairing| !pairing.uneven && left_out(pairing);
    let (open, all) = (report.pairings.iter().filter(is_open).count(), report.pairings.len());
    (open > 0).then(|| {
        format!(
            "{open} of {all} pairings may be even though their intervals leave out one half: one of \
             {all} that are asked at once takes more evidence than one alone (e-BH)"
        )
    })
}

/// The field for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let heading =
        ["deck", "mix", "90 %", "in it", "against all", "against the mix", "best against it", ""];
    let mut kinds = [Kind::Figure; 8];
    (kinds[0], kinds[6]) = (Kind::Name, Kind::Name);
    let row = |deck: &Deck| {
        let [low, high] = deck.mix_interval;
        vec![
            deck.name.clone(),
            percent(deck.mix),
            format!("{:.0} to {:.0} %", low * 100.0, high * 100.0),
            percent(deck.in_mix),
            percent(deck.field),
            percent(deck.against_mix),
            deck.response.clone(),
            percent(deck.response_share),
        ]
    };
    let mut text = table_of(&kinds, &heading, report.decks.iter().map(row).collect());
    let unit = if report.matches.is_some() { "matches" } else { "games" };
    let heading = ["deck", "against", "wins", "95 %", unit, ""];
    let row = |pairing: &Pairing| {
        let [low, high] = pairing.interval;
        vec![
            pairing.deck.clone(),
            pairing.against.clone(),
            percent(pairing.share),
            format!("{:.1} to {:.1} %", low * 100.0, high * 100.0),
            grouped(pairing.games),
            if pairing.uneven { "uneven" } else { "" }.to_owned(),
        ]
    };
    text.push('\n');
    text.push_str(&table(&heading, 2, report.pairings.iter().map(row).collect()));
    text.extend(open(report).map(|line| format!("\n{}\n", sentence(&line))));
    let told = format!(
        "the mix that no deck beats is like {:.1} decks\n\
         going first is worth {} points of a game (95 % always: {}): of {} deals {} end otherwise \
         when the other player goes first",
        report.effective,
        points(report.first.worth),
        range(report.first.interval),
        grouped(report.first.couples),
        percent(report.first.differing as f64 / report.first.couples.max(1) as f64),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", sentence(&told));
    if let Some(matches) = &report.matches {
        text.push_str(&format!("{}\n", sentence(matches)));
    }
    let aside = ("a game that was set aside", &report.quarantined_games[..]);
    text.push_str(&report.sample.footer("", "shares are", aside));
    text
}

/// The field as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// The pairings with a heading and one row each.
#[must_use]
pub fn csv(report: &Report) -> String {
    let row = |pairing: &Pairing| {
        let [low, high] = pairing.interval;
        [
            pairing.deck.clone(),
            pairing.against.clone(),
            pairing.share.to_string(),
            low.to_string(),
            high.to_string(),
            pairing.games.to_string(),
            pairing.uneven.to_string(),
            pairing.first.worth.to_string(),
            pairing.first.interval[0].to_string(),
            pairing.first.interval[1].to_string(),
            pairing.first.couples.to_string(),
        ]
    };
    let heading = [
        "deck",
        "against",
        "share",
        "low",
        "high",
        "games",
        "uneven",
        "first",
        "first_low",
        "first_high",
        "couples",
    ];
    csv::text(heading, report.pairings.iter().map(row))
}
