//! Pairings of a field of decks, and the mix that would be played: tables, JSON and CSV.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::{Serialize, Serializer};

use super::answers::{Answered, Row};
use super::command::Command;
use super::csv;
use super::figure::{between, grouped, percent, points, range};
use super::json::pretty;
use super::sample::Sample;
use super::shift;
use super::spread::{self, Spread};
use super::table::{Kind, sentence, table, table_of};

/// A field of decks. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The decks, the best mix first.
    pub decks: Vec<Deck>,
    /// The pairings, each of two different decks.
    pub pairings: Vec<Pairing>,
    /// The number of decks, as a fraction, that the mix is like: e to the power of its entropy.
    pub effective: f64,
    /// The worth of going first, over all pairings.
    pub first: First,
    /// The field after a change; `None` where none is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<After>,
    /// The wanted mix and the changes found for it, if a change was searched for: the rest is of
    /// the first that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<Spread>,
    /// The terms of matches, in words; `None` where shares and numbers of games are of single
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// The games that it rests on.
    #[serde(flatten)]
    pub sample: Sample,
    /// Commands that show games that were set aside.
    pub quarantined_games: Vec<String>,
}

/// A field after a change of cards or decks, on the same deals.
#[derive(Clone, Debug, Serialize)]
pub struct After {
    /// The change, one a line where it has several parts.
    pub changes: Vec<String>,
    /// The decks, in the order of those before.
    pub decks: Vec<Deck>,
    /// The number of decks, as a fraction, that the mix is like after the change.
    pub effective: f64,
    /// The improvement of each deck against all others, in the same order.
    #[serde(serialize_with = "answered")]
    pub answers: Vec<Row>,
}

fn answered<S: Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows.iter().map(Answered::of))
}

/// A deck in the field.
#[derive(Clone, Debug, Serialize)]
pub struct Deck {
    /// The name of the deck, as results call it.
    pub name: String,
    /// Its part of the mix that no deck beats.
    pub mix: f64,
    /// The ends of nine tenths of the parts that the games leave open.
    pub mix_interval: [f64; 2],
    /// The chance that it has a part at all.
    pub in_mix: f64,
    /// Its mean share of games against all others alike.
    pub field: f64,
    /// Its 95 % interval (Wilson), of all its games together.
    pub field_interval: [f64; 2],
    /// Its share against the mix.
    pub against_mix: f64,
    /// The deck that does best against it.
    pub response: String,
    /// The share of that deck.
    pub response_share: f64,
}

/// The worth of going first, by deals that were played with either player going first.
#[derive(Clone, Debug, Serialize)]
pub struct First {
    /// The share of games that whoever goes first wins above one half.
    pub worth: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// Deals that were played with either player going first.
    pub couples: u64,
    /// The number of these deals that ended otherwise when the other player went first.
    pub differing: u64,
}

/// Two decks that play each other.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    /// The name of the one.
    pub deck: String,
    /// The name of the other.
    pub against: String,
    /// The share of the games that the one wins, 0 to 1.
    pub share: f64,
    /// Its 95 % interval (Wilson).
    pub interval: [f64; 2],
    /// Games that came to an end.
    pub games: u64,
    /// `true` if it is certainly not even: of all that are told so one in twenty is wrong at most.
    pub uneven: bool,
    /// Commands that show the first game that the one won, and the first that the other won.
    pub replays: [Option<Command>; 2],
    /// The worth of going first in this pairing, if it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<First>,
    /// The effect of a change, where one is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Shift>,
}

/// The effect of a change on a pairing.
#[derive(Clone, Debug, Serialize)]
pub struct Shift {
    /// The share of the games that the one wins after it, 0 to 1.
    pub share: f64,
    /// The improvement of the one, in shares of a game.
    pub change: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// `true` if it is certainly above or below zero: of all pairings told so one in twenty is
    /// wrong at most.
    pub certain: bool,
}

/// The part of a field that is told to people.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The number of decks that are told, from the first of the ranking on.
    pub top: usize,
    /// `true` to tell every pairing, however many there are.
    pub pairings: bool,
}

/// The most pairings that are told without being asked for.
const FEW: usize = 15;

impl Report {
    /// Tells whether there are so many pairings that not all of them are told.
    pub(super) fn is_large(&self) -> bool {
        self.pairings.len() > FEW
    }

    /// The pairings among the decks that are told.
    pub(super) fn told(&self, shown: Shown) -> Vec<&Pairing> {
        let names: BTreeSet<&str> =
            self.decks.iter().take(shown.top).map(|deck| deck.name.as_str()).collect();
        let is_told = |pairing: &&Pairing| {
            [&pairing.deck, &pairing.against].iter().all(|name| names.contains(name.as_str()))
        };
        self.pairings.iter().filter(is_told).collect()
    }

    /// The matrix of shares of each deck against each other, by their places in the ranking, before
    /// a change or after it; `None` for a deck against itself.
    pub(super) fn shares(&self, after: bool) -> Vec<Vec<Option<f64>>> {
        let place: BTreeMap<&str, usize> =
            self.decks.iter().zip(0..).map(|(deck, at)| (deck.name.as_str(), at)).collect();
        let mut shares = vec![vec![None; self.decks.len()]; self.decks.len()];
        for pairing in &self.pairings {
            let [a, b] = [&pairing.deck, &pairing.against].map(|name| place[name.as_str()]);
            let changed = pairing.after.as_ref().filter(|_| after).map(|shift| shift.share);
            let share = changed.unwrap_or(pairing.share);
            shares[a][b] = Some(share);
            shares[b][a] = Some(1.0 - share);
        }
        shares
    }
}

/// Decks of a mix that are named in a sentence.
const NAMED: usize = 6;

/// Names the decks that would be played, each with its part of the mix.
pub(super) fn mixed(decks: &[Deck]) -> String {
    let mut played: Vec<&Deck> = decks.iter().filter(|deck| deck.mix >= 0.005).collect();
    played.sort_by(|one, other| other.mix.total_cmp(&one.mix));
    let more = played.len().saturating_sub(NAMED);
    let told = played.iter().take(NAMED);
    let told = told.map(|deck| format!("{} ({})", deck.name, percent(deck.mix)));
    let more = (more > 0).then(|| format!("and {more} more"));
    told.chain(more).collect::<Vec<_>>().join(", ")
}

/// Explains pairings that are not told to be uneven though their intervals leave out one half;
/// `None` if there are no such pairings.
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

/// Gives the answer in a line: the mix, the mix before and after a change, or the changes that were
/// found.
#[must_use]
pub fn headline(report: &Report) -> String {
    match (&report.goal, &report.after) {
        (Some(goal), _) => goal.headline(),
        (None, Some(after)) => shift::headline(report, after),
        (None, None) => format!("the mix that no deck beats: {}", mixed(&report.decks)),
    }
}

/// Writes the field for people: the ranking, then pairings, the worth of going first and the
/// footer.
#[must_use]
pub fn render(report: &Report, shown: Shown) -> String {
    let mut text = report.goal.as_ref().map(spread::render).unwrap_or_default();
    if let Some(after) = &report.after {
        text.push_str(&shift::render(report, after, shown));
    } else {
        let line = headline(report);
        text.push_str(&format!("{}\n{}\n", sentence(&line), report.sample.by()));
        text.push_str(&ranking(report, shown));
    }
    let all = report.pairings.len();
    match (report.is_large(), shown.pairings) {
        (true, false) => {
            let line = format!(
                "{} pairings are not told: --pairings does, and --report has them as a matrix",
                grouped(all as u64)
            );
            text.push_str(&format!("\n{}\n", sentence(&line)));
        }
        _ => text.push_str(&format!("\n{}", pairings(report))),
    }
    if report.after.is_none() {
        text.extend(open(report).map(|line| format!("\n{}\n", sentence(&line))));
    }
    let is_like = match &report.after {
        Some(after) => {
            format!("{:.1} decks, and {:.1} after it", report.effective, after.effective)
        }
        None => format!("{:.1} decks", report.effective),
    };
    let told = format!(
        "the mix that no deck beats is like {is_like}\n\
         going first is worth {} points of a game (95 % always: {}): of {} deals {} end otherwise \
         when the other player goes first",
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
    let about = if report.after.is_some() { ", the same deals before and after" } else { "" };
    text.push_str(&report.sample.footer(about, "shares are", aside));
    text
}

/// Half the width of an interval, in points.
pub(super) fn reach([low, high]: [f64; 2]) -> String {
    format!("{:.1}", (high - low) * 50.0)
}

/// Writes the table of decks, the best mix first.
fn ranking(report: &Report, shown: Shown) -> String {
    let heading = [
        "deck",
        "mix",
        "90 %",
        "in it",
        "against all",
        "±",
        "against the mix",
        "best against it",
        "",
    ];
    let mut kinds = [Kind::Figure; 9];
    (kinds[0], kinds[7]) = (Kind::Name, Kind::Name);
    let row = |deck: &Deck| {
        let [low, high] = deck.mix_interval;
        vec![
            deck.name.clone(),
            percent(deck.mix),
            format!("{:.0} to {:.0} %", low * 100.0, high * 100.0),
            percent(deck.in_mix),
            percent(deck.field),
            reach(deck.field_interval),
            percent(deck.against_mix),
            deck.response.clone(),
            percent(deck.response_share),
        ]
    };
    let rows = report.decks.iter().take(shown.top).map(row).collect();
    table_of(&kinds, &heading, rows) + &others(report, shown)
}

/// Says how many decks are left out; empty if none is.
pub(super) fn others(report: &Report, shown: Shown) -> String {
    match report.decks.len().saturating_sub(shown.top) {
        0 => String::new(),
        more => format!("and {more} more: --top {} shows all\n", report.decks.len()),
    }
}

fn pairings(report: &Report) -> String {
    let unit = if report.matches.is_some() { "matches" } else { "games" };
    let changed = report.after.is_some();
    let heading = match changed {
        true => ["deck", "against", "before", "after", "change", "95 % always", ""],
        false => ["deck", "against", "wins", "95 %", unit, "", ""],
    };
    let row = |pairing: &Pairing| {
        let names = [pairing.deck.clone(), pairing.against.clone()];
        let figures = match &pairing.after {
            Some(shift) => [
                percent(pairing.share),
                percent(shift.share),
                points(shift.change),
                range(shift.interval),
                if shift.certain { "moved" } else { "" }.to_owned(),
            ],
            None => [
                percent(pairing.share),
                between(pairing.interval),
                grouped(pairing.games),
                if pairing.uneven { "uneven" } else { "" }.to_owned(),
                String::new(),
            ],
        };
        names.into_iter().chain(figures).collect()
    };
    table(&heading, 2, report.pairings.iter().map(row).collect())
}

/// The field as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// Writes the field as JSON for a page; a large one without the replays and the worth of going
/// first of single pairings, which are most of it.
pub(super) fn data(report: &Report) -> String {
    if !report.is_large() {
        return json(report);
    }
    let mut report = report.clone();
    for pairing in &mut report.pairings {
        (pairing.first, pairing.replays) = (None, [None, None]);
    }
    serde_json::to_string(&report).expect("plain data is always JSON")
}

/// The pairings with a heading and one row each.
#[must_use]
pub fn csv(report: &Report) -> String {
    let row = |pairing: &Pairing| {
        let [low, high] = pairing.interval;
        let first = pairing.first.as_ref();
        let first = first.map_or_else(Default::default, |first| {
            let [low, high] = first.interval;
            [first.worth.to_string(), low.to_string(), high.to_string(), first.couples.to_string()]
        });
        let mut cells = vec![
            pairing.deck.clone(),
            pairing.against.clone(),
            pairing.share.to_string(),
            low.to_string(),
            high.to_string(),
            pairing.games.to_string(),
            pairing.uneven.to_string(),
        ];
        cells.extend(first);
        cells.extend(pairing.after.iter().flat_map(|shift| {
            let [low, high] = shift.interval;
            let figures = [shift.share, shift.change, low, high].map(|figure| figure.to_string());
            figures.into_iter().chain([shift.certain.to_string()])
        }));
        cells
    };
    let mut heading = vec![
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
    if report.after.is_some() {
        heading.extend(["after", "change", "change_low", "change_high", "moved"]);
    }
    csv::text(heading, report.pairings.iter().map(row))
}
