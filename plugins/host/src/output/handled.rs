//! Draws and plays of cards, in results: the share that was played by those who drew them.

use serde::Serialize;

use super::figure::{grouped, percent};
use crate::stats::{Handled, Kinds};

/// Cards of a kind in the hands of players.
#[derive(Clone, Debug, Serialize)]
pub struct OfKind {
    /// The kind, such as `events`.
    pub kind: &'static str,
    /// Copies that were drawn.
    pub drawn: u64,
    /// The share of them that was played.
    pub share: f64,
}

impl OfKind {
    /// Turns counts into shares, kind by kind.
    #[must_use]
    pub fn all(kinds: &Kinds) -> Vec<Self> {
        let of = |(kind, handled): (&&'static str, &Handled)| Self {
            kind,
            drawn: handled.drawn,
            share: handled.share(),
        };
        kinds.iter().map(of).collect()
    }
}

/// Tells the share of drawn cards that were played, in a line; `None` where nothing was drawn.
#[must_use]
pub fn kinds(kinds: &[OfKind]) -> Option<String> {
    let told = kinds.iter().map(|OfKind { kind, drawn, share }| {
        format!("{} of {} {kind}", percent(*share), grouped(*drawn))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("played of what was drawn: {}", told.join(", ")))
}

/// A card that a question is about, in the hands of who is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfCard {
    /// The id of the card.
    pub card: String,
    /// The name of the card.
    pub name: String,
    /// The draws and plays of its copies.
    #[serde(flatten)]
    pub handled: Handled,
}

/// Writes the share of draws after which a card was played, in a cell: `62.1 % of 1,831`.
#[must_use]
pub fn of_draws(handled: Handled) -> String {
    format!("{} of {}", percent(handled.share()), grouped(handled.drawn))
}

/// The most cards that are told one by one.
const TOLD: usize = 6;

/// Tells the share of draws after which cards of a question were played, in a line; `None` where
/// there are none.
#[must_use]
pub fn shares(cards: &[OfCard]) -> Option<String> {
    let of = |name: &str, handled: Handled| format!("{name} in {} draws", of_draws(handled));
    if cards.len() > TOLD {
        let mut all = Handled::default();
        cards.iter().for_each(|card| all.merge(card.handled));
        return Some(format!("played: {}", of(&format!("{} cards", cards.len()), all)));
    }
    let each = cards.iter().map(|card| of(&card.name, card.handled));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("played: {}", each.join(", ")))
}

/// Names those cards of an answer that were hardly played, so that it says next to nothing of them,
/// in a line; `None` where there are none.
#[must_use]
pub fn idle(cards: &[OfCard]) -> Option<String> {
    let idle: Vec<&OfCard> = cards.iter().filter(|card| card.handled.is_idle()).collect();
    let times = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}s", grouped(count)),
    };
    match &idle[..] {
        [] => None,
        [card] => Some(format!(
            "{} was played {} in {}: this answer can hardly judge it",
            card.name,
            times(card.handled.played, "time"),
            times(card.handled.drawn, "draw"),
        )),
        all => {
            let one = |card: &&OfCard| {
                let Handled { drawn, played } = card.handled;
                format!("{} ({} of {})", card.name, grouped(played), grouped(drawn))
            };
            let mut told: Vec<String> = all.iter().take(TOLD).map(one).collect();
            let more = all.len().saturating_sub(TOLD);
            told.extend((more > 0).then(|| format!("and {more} more")));
            Some(format!(
                "hardly played when drawn, so that this answer can hardly judge them: {}",
                told.join(", ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str, played: u64, drawn: u64) -> OfCard {
        let handled = Handled { drawn, played };
        OfCard { card: name.to_uppercase(), name: name.to_owned(), handled }
    }

    #[test]
    fn a_card_that_is_hardly_played_is_told() {
        let told = |cards: &[OfCard]| idle(cards).unwrap_or_default();
        assert_eq!(
            told(&[card("Open Fire", 3, 1_400), card("Wampa", 50, 100)]),
            "Open Fire was played 3 times in 1,400 draws: this answer can hardly judge it"
        );
        assert_eq!(
            told(&[card("A", 1, 1), card("B", 20, 401), card("C", 20, 400), card("D", 19, 19)]),
            "hardly played when drawn, so that this answer can hardly judge them: A (1 of 1), B (20 of \
             401), D (19 of 19)"
        );
        let many: Vec<OfCard> = (0..9).map(|at| card(&format!("C{at}"), 0, 30)).collect();
        assert!(told(&many).ends_with("C5 (0 of 30), and 3 more"), "{}", told(&many));
        assert_eq!(idle(&[card("C", 20, 400)]), None);
    }

    #[test]
    fn shares_are_told_one_by_one_or_together() {
        let two = [card("Wampa", 62, 100), card("Tank", 0, 0)];
        let told = "played: Wampa in 62.0 % of 100 draws, Tank in 0.0 % of 0 draws";
        assert_eq!(shares(&two).as_deref(), Some(told));
        let many: Vec<OfCard> = (0..10).map(|at| card("C", at, 90)).collect();
        assert_eq!(shares(&many).as_deref(), Some("played: 10 cards in 5.0 % of 900 draws"));
        assert_eq!(shares(&[]), None);
    }
}
