//! The rank of a new card among the cards of decks that may hold it: tables, JSON and CSV.

use serde::Serialize;

use super::command::Command;
use super::csv;
use super::figure::{grouped, percent, points, range, unsigned};
use super::handled;
use super::json::pretty;
use super::sample::Sample;
use super::table::{Kind, sentence, table_of};
use crate::stats::Handled;

/// A new card and the decks that may hold it. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The id of the new card.
    pub card: String,
    /// The name of the new card.
    pub name: String,
    /// The decks that may hold it.
    pub decks: Vec<Deck>,
    /// The names of the decks that may not hold it.
    pub others: Vec<String>,
    /// The greatest difference that counts as alike, in shares of a game.
    pub alike: f64,
    /// The games that it rests on.
    #[serde(flatten)]
    pub sample: Sample,
}

/// A deck that may hold it.
#[derive(Clone, Debug, Serialize)]
pub struct Deck {
    /// The name of the deck, as results call it.
    pub name: String,
    /// Its share of the games as it is.
    pub share: f64,
    /// The deals that it was played in.
    pub deals: u64,
    /// The draws and plays of the new card; `None` where the game keeps no tallies.
    #[serde(flatten)]
    pub handled: Option<Handled>,
    /// The rank of the new card among the cards of the deck.
    pub verdict: Standing,
    /// The cards in whose place a copy of the new one was tried, the best to leave out first.
    pub cards: Vec<Row>,
}

/// The rank of a new card among the cards of a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Standing {
    /// The new card is certainly better than every one of them.
    #[serde(rename = "too strong")]
    TooStrong,
    /// The new card is certainly worse than every one of them.
    #[serde(rename = "too weak")]
    TooWeak,
    /// The difference from the card of this name certainly counts as alike.
    #[serde(rename = "about like")]
    Like(String),
    /// The games played so far leave all of this open.
    #[serde(rename = "undecided")]
    Undecided,
    /// The new card was not played by those who drew it.
    #[serde(rename = "not judged")]
    NotJudged,
}

impl Standing {
    /// Says it in words, as the last column and the headline have it.
    pub(super) fn told(&self) -> String {
        match self {
            Self::TooStrong => "too strong: better than every card".to_owned(),
            Self::TooWeak => "too weak: worse than every card".to_owned(),
            Self::Like(name) => format!("about like {name}"),
            Self::Undecided => "undecided".to_owned(),
            Self::NotJudged => "not judged".to_owned(),
        }
    }
}

/// A card in whose place a copy of the new one was tried.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The id of the card.
    pub card: String,
    /// The name of the card.
    pub name: String,
    /// The gain of the deck with the new card in the place of a copy of this one, in shares of a
    /// game.
    pub gain: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// The number of games with the new card in its place.
    pub games: u64,
    /// The number of these that ended otherwise than without it.
    pub turned: u64,
    /// Commands that show the first deal that was won with the new card alone, and the first that was
    /// lost with it alone, both ways.
    pub replays: [Option<Vec<Command>>; 2],
}

impl Deck {
    /// Makes a deck of the results of the new card in the place of each of its cards.
    #[must_use]
    pub fn new(
        name: String,
        share: f64,
        deals: u64,
        handled: Option<Handled>,
        mut cards: Vec<Row>,
        alike: f64,
    ) -> Self {
        cards.sort_by(|one, other| other.gain.total_cmp(&one.gain));
        let verdict = match handled.is_some_and(Handled::is_unplayed) {
            true => Standing::NotJudged,
            false => standing(&cards, alike),
        };
        Self { name, share, deals, handled, verdict, cards }
    }

    /// The cells of its row: its name and share, the best card to leave out, the gain and its
    /// interval, the deals, and how often the new card was played, or `none` where that is not
    /// known.
    pub(super) fn told(&self, none: &str) -> [String; 7] {
        let best = &self.cards[0];
        let played = self.handled.map(handled::of_draws);
        [
            self.name.clone(),
            percent(self.share),
            best.name.clone(),
            points(best.gain),
            range(best.interval),
            grouped(self.deals),
            played.unwrap_or_else(|| none.to_owned()),
        ]
    }
}

fn standing(cards: &[Row], alike: f64) -> Standing {
    // How far it can be from a card.
    let reach = |row: &Row| row.interval.iter().fold(0.0, |most: f64, end| most.max(end.abs()));
    let nearest = || {
        let near = cards.iter().filter(|row| reach(row) <= alike);
        near.min_by(|one, other| reach(one).total_cmp(&reach(other)))
    };
    match nearest() {
        _ if cards.iter().all(|row| row.interval[0] > 0.0) => Standing::TooStrong,
        _ if cards.iter().all(|row| row.interval[1] < 0.0) => Standing::TooWeak,
        Some(row) => Standing::Like(row.name.clone()),
        None => Standing::Undecided,
    }
}

/// Tells its rank in each deck, one line a deck.
fn lines(report: &Report) -> impl Iterator<Item = String> {
    let Report { name, card, .. } = report;
    let told =
        move |deck: &Deck| format!("in {} {name} ({card}) is {}", deck.name, deck.verdict.told());
    report.decks.iter().map(told)
}

/// The answer in a line.
#[must_use]
pub fn headline(report: &Report) -> String {
    lines(report).collect::<Vec<_>>().join("; ")
}

/// Writes the report for people: a line and a row of the table for each deck.
#[must_use]
pub fn render(report: &Report) -> String {
    let heading =
        ["deck", "wins", "best in the place of", "gain", "95 % always", "deals", "played"];
    let mut kinds = [Kind::Figure; 7];
    (kinds[0], kinds[2]) = (Kind::Name, Kind::Name);
    let row = |deck: &Deck| deck.told("–").to_vec();
    let sample = &report.sample;
    let mut text: String = lines(report).map(|line| line + "\n").collect();
    text.push_str(&format!("{}\n", sample.by()));
    text.push_str(&table_of(&kinds, &heading, report.decks.iter().map(row).collect()));
    if !report.others.is_empty() {
        let line = format!("may not hold it: {}", report.others.join(", "));
        text.push_str(&format!("\n{}\n", sentence(&line)));
    }
    text.push_str(&format!(
        "\ngain: points of a copy of it in the place of one of the other card, on the same deals; {} to \
         either side is alike\nplayed: of the draws of it\n",
        unsigned(report.alike),
    ));
    text.push_str(&sample.footer("", "intervals are", ("", &[])));
    text
}

/// Writes the report as a JSON object.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// Writes a heading and a row for each deck and each card of it.
#[must_use]
pub fn csv(report: &Report) -> String {
    let heading = [
        "deck", "verdict", "card", "name", "gain", "low", "high", "games", "turned", "drawn",
        "played",
    ];
    let of = |deck: &'_ Deck| {
        let counts = deck.handled.map(|Handled { drawn, played }| [drawn, played]);
        let counts = counts.map_or_else(Default::default, |of| of.map(|count| count.to_string()));
        let told = [deck.name.clone(), deck.verdict.told()];
        let row = |row: &Row| {
            let [low, high] = row.interval;
            let figures = [row.gain, low, high].map(|figure| figure.to_string());
            let names = [row.card.clone(), row.name.clone()];
            let games = [row.games, row.turned].map(|games| games.to_string());
            let cells = told.iter().cloned().chain(names).chain(figures).chain(games);
            let cells = cells.chain(counts.clone());
            cells.collect::<Vec<_>>()
        };
        deck.cards.iter().map(row).collect::<Vec<_>>()
    };
    csv::text(heading, report.decks.iter().flat_map(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, gain: f64, reach: f64) -> Row {
        Row {
            card: name.to_uppercase(),
            name: name.to_owned(),
            gain,
            interval: [gain - reach, gain + reach],
            games: 1,
            turned: 1,
            replays: [None, None],
        }
    }

    #[test]
    fn a_card_is_too_strong_too_weak_or_about_like_another() {
        let [low, even, high] = [("A", -0.04), ("B", 0.002), ("C", 0.05)];
        let told = |cards: &[(&str, f64)], reach| {
            let rows = cards.iter().map(|(name, gain)| row(name, *gain, reach)).collect();
            Deck::new("D".to_owned(), 0.5, 1, None, rows, 0.015).verdict.told()
        };
        assert_eq!(told(&[low, even, high], 0.01), "about like B");
        assert_eq!(told(&[low, even, high], 0.02), "undecided");
        assert_eq!(told(&[high], 0.02), "too strong: better than every card");
        assert_eq!(told(&[high], 0.06), "undecided");
        assert_eq!(told(&[low], 0.02), "too weak: worse than every card");
        let handled = Some(Handled { drawn: 100, played: 4 });
        let deck = Deck::new("D".to_owned(), 0.5, 1, handled, vec![row("A", 0.1, 0.0)], 0.015);
        assert_eq!(deck.verdict, Standing::NotJudged);
    }
}
