//! Strength of agents beside each other: text, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::csv;
use super::figure::{grouped, percent};
use super::handled::OfKind;
use super::json::pretty;
use super::sample::Sample;
use super::table::{Kind, sentence, table, table_of};
use crate::analysis::ladder::{Estimate, SAMPLES};

/// A ladder of agents. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the field of matchups that was played.
    pub field: String,
    /// The number of matchups that deals went round.
    pub matchups: u64,
    /// Deals of each two agents, each of two games.
    pub deals: u64,
    /// The agent that has 0 points.
    pub anchor: String,
    /// The agent that all others played, if they played nobody else.
    pub against: Option<String>,
    /// The agents, the best first.
    pub ratings: Vec<Rating>,
    /// The pairs of agents that played each other, with results of the one that is named first.
    pub pairs: Vec<Pair>,
    /// The games that it rests on.
    #[serde(flatten)]
    pub sample: Sample,
    /// Games that were set aside: the first few.
    pub set_aside: Vec<String>,
}

/// An agent with its rating and what it does.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The agent, as the command line names it.
    pub agent: String,
    /// Its rating, in Elo points above the anchor.
    pub rating: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The share of all its games that it won.
    pub share: f64,
    /// The number of its games.
    pub games: u64,
    /// Decisions a game, of both players.
    pub decisions: f64,
    /// The share of drawn cards that it played, kind by kind; empty where the game keeps no
    /// tallies.
    pub cards: Vec<OfKind>,
}

impl Rating {
    /// The plays of cards of a kind; `None` if it drew none.
    fn handled(&self, kind: &str) -> Option<&OfKind> {
        self.cards.iter().find(|handled| handled.kind == kind)
    }
}

/// Two agents that played each other.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The agent that is named first.
    pub agent: String,
    /// The agent that it played against.
    pub against: String,
    /// The share that the first wins, with its intervals.
    #[serde(flatten)]
    pub found: Estimate,
}

impl Report {
    /// Puts the best agent first, and the pairs in the same order.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        let place = |agent: &str| self.ratings.iter().position(|rating| rating.agent == agent);
        self.pairs.sort_by_key(|pair| (place(&pair.agent), place(&pair.against)));
        self
    }

    /// Tells the matchups, the deals and who played whom, in a line.
    #[must_use]
    pub fn told(&self) -> String {
        let whom = match &self.against {
            Some(against) => format!("every agent plays {against}"),
            None => "every two agents play each other".to_owned(),
        };
        format!(
            "{}: {whom} on {} deals of {} matchups, each deal twice, with seats exchanged",
            self.field,
            grouped(self.deals),
            grouped(self.matchups),
        )
    }

    /// The kinds of cards that any agent drew.
    pub(super) fn kinds(&self) -> Vec<&'static str> {
        let all = self.ratings.iter().flat_map(|rating| &rating.cards);
        let mut kinds: Vec<&'static str> = all.map(|handled| handled.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// A rating in whole points.
pub(super) fn rounded(points: f64) -> String {
    let points = points.round();
    // There is no minus nothing.
    format!("{:.0}", if points == 0.0 { 0.0 } else { points })
}

/// The cells of an agent, with a share of cards for each of these kinds.
pub(super) fn rating_cells(report: &Report, rating: &Rating, kinds: &[&str]) -> Vec<String> {
    let [low, high] = rating.interval.map(rounded);
    let mut cells = vec![
        rating.agent.clone(),
        rounded(rating.rating),
        if rating.agent == report.anchor { String::new() } else { format!("{low} to {high}") },
        percent(rating.share),
        grouped(rating.games),
        format!("{:.1}", rating.decisions),
    ];
    let handled = kinds.iter().map(|kind| rating.handled(kind));
    cells.extend(handled.map(|of| of.map_or("–".to_owned(), |of| percent(of.share))));
    cells
}

/// The cells of a pair, under [`PAIR`].
pub(super) fn pair_cells(Pair { agent, against, found }: &Pair) -> Vec<String> {
    let [low, high] = found.interval.map(|end| end * 100.0);
    vec![
        agent.clone(),
        against.clone(),
        if found.games == 0 { "–".to_owned() } else { percent(found.share) },
        percent(found.at_least),
        format!("{low:.1} to {high:.1} %"),
        grouped(found.games),
    ]
}

/// The headings of the table of pairs.
pub(super) const PAIR: [&str; 6] = ["agent", "against", "wins", "at least", "95 %", "games"];

/// The headings of the table of agents, before those of the kinds of cards.
pub(super) const RATING: [&str; 6] = ["agent", "rating", "95 %", "wins", "games", "decisions"];

/// The ladder for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let kinds = report.kinds();
    let played: Vec<String> = kinds.iter().map(|kind| format!("{kind} played")).collect();
    let heading: Vec<&str> = RATING.into_iter().chain(played.iter().map(String::as_str)).collect();
    let mut columns = vec![Kind::Figure; heading.len()];
    columns[0] = Kind::Name;
    let rows = report.ratings.iter().map(|rating| rating_cells(report, rating, &kinds));
    let mut text = format!("{}\n\n", sentence(&report.told()));
    text.push_str(&table_of(&columns, &heading, rows.collect()));
    let mut below = format!("rating: Elo points above {}", report.anchor);
    if !kinds.is_empty() {
        below.push_str("; played: of the cards of a kind that the agent drew");
    }
    text.push_str(&format!("{}\n\n", sentence(&below)));
    text.push_str(&table(&PAIR, 2, report.pairs.iter().map(pair_cells).collect()));
    let below = format!(
        "at least: with a chance of 95 %, to one side; 95 %: to both; bootstrap over deals, {SAMPLES} \
         samples"
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}\n", sentence(&below));
    text.push_str(&report.sample.footer("", "ratings are", ("set aside", &report.set_aside)));
    text
}

/// The ladder as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// The agents with a heading and one row each.
#[must_use]
pub fn csv(report: &Report) -> String {
    let kinds = report.kinds();
    let heading = ["agent", "rating", "low", "high", "share", "games", "decisions"];
    let of_kinds = kinds.iter().flat_map(|kind| [format!("{kind}_drawn"), format!("{kind}_share")]);
    let heading = heading.into_iter().map(str::to_owned).chain(of_kinds);
    let row = |rating: &Rating| -> Vec<String> {
        let numbers = [rating.rating, rating.interval[0], rating.interval[1], rating.share];
        let mut cells = vec![rating.agent.clone()];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.extend([rating.games.to_string(), rating.decisions.to_string()]);
        for kind in &kinds {
            let handled = rating.handled(kind);
            cells.push(handled.map_or(0, |handled| handled.drawn).to_string());
            cells.push(handled.map_or(String::new(), |handled| handled.share.to_string()));
        }
        cells
    };
    csv::text(heading, report.ratings.iter().map(row))
}
