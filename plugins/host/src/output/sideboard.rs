//! Exchanges with the sideboard, opponent by opponent, in results: a table for people, JSON, and
//! CSV with a row per exchange.

use serde::Serialize;

use super::csv;
use super::figure::{grouped, percent, points, range, unsigned};
use super::json::pretty;
use super::sample::Sample;
use super::table::{Kind, table_of};
use crate::experiment::sideboard::Tried;
use crate::experiment::{Answer, Verdict};

/// The best exchanges of a deck with its sideboard, found opponent by opponent.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the deck, as results call it.
    pub deck: String,
    /// Cards in its sideboard.
    pub aside: usize,
    /// Changes that count as none, in shares of a game.
    pub equal: f64,
    /// The opponents, in the order of the field.
    pub against: Vec<Opponent>,
    /// The games that it rests on.
    pub sample: Sample,
}

/// The exchanges against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct Opponent {
    /// The name of the opponent, as results call it.
    pub name: String,
    /// The exchanges, in the order in which they were found; none where all stays as it is.
    pub exchanges: Vec<Exchanged>,
    /// The gain of all of them together; `None` where there are none.
    pub together: Option<Gain>,
    /// The best exchange beyond these, which is no better.
    pub beyond: Option<Exchanged>,
}

/// Copies of a card that go out for another.
#[derive(Clone, Debug, Serialize)]
pub struct Exchanged {
    /// The number of copies, 1 at least.
    pub copies: usize,
    /// The card that goes out, its id and its name.
    pub out: [String; 2],
    /// The card that comes in, likewise.
    #[serde(rename = "in")]
    pub into: [String; 2],
    /// The gain that the exchange brings on fresh deals.
    #[serde(flatten)]
    pub gain: Gain,
    /// The verdict in a word, such as `better` or `about like`.
    pub verdict: &'static str,
}

/// The improvement of a deck's results by an exchange, measured on the same deals.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// The mean difference, in shares of a game.
    pub gain: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// The share that the deck wins before it, and after it.
    pub wins: [f64; 2],
    /// Deals that were played both ways.
    pub deals: u64,
}

impl Gain {
    /// Takes the gain from the answer to a question.
    #[must_use]
    pub fn of(answer: &Answer) -> Self {
        Self {
            gain: answer.differences.mean(),
            interval: answer.interval(),
            wins: [answer.share(0), answer.share(1)],
            deals: answer.differences.pairs(),
        }
    }
}

impl Exchanged {
    /// Makes it of an exchange that was tried; `name` gives the name of a card by its id.
    #[must_use]
    pub fn of(tried: &Tried, name: &dyn Fn(&str) -> String) -> Self {
        let card = |id: &String| [id.clone(), name(id)];
        let verdict = match tried.verdict {
            Verdict::Equal => "about like",
            verdict => verdict.word(),
        };
        let Tried { exchange, answer, .. } = tried;
        Self {
            copies: exchange.copies,
            out: card(&exchange.out),
            into: card(&exchange.into),
            gain: Gain::of(answer),
            verdict,
        }
    }
}

/// The report for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let heading = ["against", "out", "in", "gain", "95 % always", "wins", "then", "deals", ""];
    let kinds = [Kind::Name, Kind::Name, Kind::Name];
    let kinds = [&kinds[..], &[Kind::Figure; 5], &[Kind::Word]].concat();
    let figures = |gain: &Gain| {
        let [before, after] = gain.wins.map(percent);
        [points(gain.gain), range(gain.interval), before, after, grouped(gain.deals)]
    };
    let mut rows = Vec::new();
    for of in &report.against {
        let row = |name: &str, exchanged: &Exchanged| {
            let card = |[_, name]: &[String; 2]| format!("{} {name}", exchanged.copies);
            let mut row = vec![name.to_owned(), card(&exchanged.out), card(&exchanged.into)];
            row.extend(figures(&exchanged.gain));
            row.push(exchanged.verdict.to_owned());
            row
        };
        for (at, exchanged) in of.exchanges.iter().enumerate() {
            rows.push(row(if at == 0 { &of.name } else { "" }, exchanged));
        }
        if let Some(gain) = of.together.as_ref().filter(|_| of.exchanges.len() > 1) {
            let copies: usize = of.exchanges.iter().map(|exchanged| exchanged.copies).sum();
            let all = format!("all {copies} together");
            let mut row = vec![String::new(), all, String::new()];
            row.extend(figures(gain));
            row.push(String::new());
            rows.push(row);
        }
        if of.exchanges.is_empty() {
            rows.push(match &of.beyond {
                Some(beyond) => row(&of.name, beyond),
                None => {
                    let mut row = vec![of.name.clone(), "nothing".to_owned()];
                    row.resize(heading.len(), String::new());
                    row
                }
            });
        }
    }
    let stay: Vec<&str> = report
        .against
        .iter()
        .filter(|of| of.exchanges.is_empty())
        .map(|of| of.name.as_str())
        .collect();
    let mut text = format!(
        "{}: what to exchange after the first game, of the {} cards of its sideboard\n{}\n{}\n",
        report.deck,
        report.aside,
        report.sample.by(),
        table_of(&kinds, &heading, rows),
    );
    if !stay.is_empty() {
        let stay = stay.join(", ");
        text.push_str(&format!(
            "all stays as it is against {stay}: nothing that was tried is better there\n"
        ));
    }
    text.push_str(&format!(
        "gain: points on fresh deals, with the exchange and without it; less than {} counts as none\n",
        unsigned(report.equal),
    ));
    text.push_str(&report.sample.footer("", "gains are", ("", &[])));
    text
}

/// The report as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// A heading and a row for each exchange, and for each that is no better and comes first beyond them.
#[must_use]
pub fn csv(report: &Report) -> String {
    let heading = [
        "against",
        "copies",
        "out",
        "out_name",
        "in",
        "in_name",
        "gain",
        "low",
        "high",
        "wins_before",
        "wins_after",
        "deals",
        "verdict",
        "kept",
    ];
    let row = |(name, kept, of): (&str, bool, &Exchanged)| {
        let Exchanged { copies, out: [out, out_name], into: [into, into_name], gain, verdict } = of;
        let [low, high] = gain.interval;
        let [before, after] = gain.wins;
        let figures = [gain.gain, low, high, before, after].map(|it| it.to_string());
        let mut cells =
            [name, &copies.to_string(), out, out_name, into, into_name].map(str::to_owned).to_vec();
        cells.extend(figures);
        cells.extend([gain.deals.to_string(), (*verdict).to_owned(), kept.to_string()]);
        cells
    };
    let rows = report.against.iter().flat_map(|of| {
        let kept = of.exchanges.iter().map(|exchanged| (of.name.as_str(), true, exchanged));
        kept.chain(of.beyond.iter().map(|beyond| (of.name.as_str(), false, beyond)))
    });
    csv::text(heading, rows.map(row))
}
