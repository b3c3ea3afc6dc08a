//! Results of a search: the best of every kind.

use serde::Serialize;

use super::figure::{grouped, percent};
use super::table::table;

/// The best of every kind that a search found.
#[derive(Clone, Debug, Serialize)]
pub struct Elites {
    /// The noun for the things that were searched for, such as `deck`.
    pub noun: &'static str,
    /// The two measures by which kinds are told apart, each with the width of a kind in it.
    pub kinds: [(&'static str, f64); 2],
    /// The number of entries that were tried.
    pub tried: u64,
    /// The number of games that the search took.
    pub games: u64,
    /// The best of each kind, in falling order of the share that they surely have.
    pub best: Vec<Elite>,
    /// The cards of the best, those that most of them have first.
    pub cards: Vec<Common>,
}

/// The best of a kind.
#[derive(Clone, Debug, Serialize)]
pub struct Elite {
    /// Its values in the two measures by which kinds are told apart.
    pub kind: [f64; 2],
    /// Its share of the games in which it was searched for, in which it was lucky as well.
    pub share: f64,
    /// The number of deals of these games.
    pub deals: usize,
    /// The name it was given under; `None` for one that the search has found.
    pub begun: Option<String>,
    /// The ids of its cards.
    pub cards: Vec<String>,
}

/// A card and how many of the best have it.
#[derive(Clone, Debug, Serialize)]
pub struct Common {
    /// The id of the card.
    pub card: String,
    /// The name of the card, as results call it.
    pub name: String,
    /// The number of the best that have it.
    pub times: usize,
}

/// Cards and kinds that are printed.
const PRINTED: usize = 10;

/// The best for people.
#[must_use]
pub fn render(elites: &Elites) -> String {
    let Elites { noun, kinds, tried, games, best, cards } = elites;
    // What it began with is none of those that are found, and has no number among them.
    let given = best.iter().take(PRINTED).any(|elite| elite.begun.is_some());
    let mut found = 0;
    let row = |elite: &Elite| {
        let (number, begun) = match &elite.begun {
            Some(name) => (String::new(), format!("{name}, as given")),
            None => {
                found += 1;
                (found.to_string(), String::new())
            }
        };
        let mut cells = vec![number];
        cells.extend(given.then_some(begun));
        cells.extend(elite.kind.map(|value| format!("{value:.2}")));
        cells.extend([percent(elite.share), grouped(elite.deals as u64)]);
        cells
    };
    let mut heading = vec![""];
    heading.extend(given.then_some(""));
    heading.extend([kinds[0].0, kinds[1].0, "wins", "deals"]);
    let rows = best.iter().take(PRINTED).map(row).collect();
    let row =
        |common: &Common| vec![common.name.clone(), common.card.clone(), common.times.to_string()];
    let common = cards.iter().take(PRINTED).map(row).collect();
    format!(
        "{} {noun}s tried in {} games; the best of {} kinds, the first {} of them:\n\n{}\n{}\n",
        grouped(*tried),
        grouped(*games),
        best.len(),
        best.len().min(PRINTED),
        table(&heading, heading.len() - 4, rows),
        table(&["cards that most of them have", "id", &format!("of {}", best.len())], 2, common),
    )
}
