//! Legality of decks in formats (CR 9.2.2D, 9.3).

use std::collections::BTreeMap;

use super::Deck;
use super::rules::{is_copy, most_copies};
use crate::library::{Cardpool, Library, full_name};
use crate::vocabulary::{Definition, Kind};

impl Deck {
    /// The cards of it that a format does not allow, the sideboard counted: the number and the name
    /// of each, and what was expected. Empty when the deck is legal there.
    #[must_use]
    pub fn outside(&self, pool: &Cardpool, library: &Library) -> Vec<String> {
        let limited = self.limited.then(|| BUILT.to_owned());
        let leaders = self.leaders().count();
        let wanted = if pool.format.eq_ignore_ascii_case(TWIN_SUNS) { 2 } else { 1 };
        let twin = (leaders != wanted)
            .then(|| format!("expected {wanted} of the leaders that it has, found {leaders}"));
        let limited = limited.into_iter().chain(twin);
        let refused = |(card, count): (u16, usize)| {
            let card = &library.definitions[usize::from(card)];
            let expected = pool.refuses(card, library)?;
            Some(format!("{}: {expected}", counted(count, card)))
        };
        limited.chain(self.counts(true).into_iter().filter_map(refused)).collect()
    }

    /// The number of copies of each card.
    fn counts(&self, with_sideboard: bool) -> BTreeMap<u16, usize> {
        let sideboard = self.sideboard.iter().filter(|_| with_sideboard);
        let fixed = [&self.leader, &self.base].into_iter().chain(&self.second);
        let all = fixed.chain(&self.cards).chain(sideboard);
        let mut counts = BTreeMap::new();
        for card in all {
            *counts.entry(*card).or_default() += 1;
        }
        counts
    }
}

/// The format of decks with two leaders (CR 12).
pub const TWIN_SUNS: &str = "twin-suns";

/// The message for a deck for limited that is to be one of a constructed format (CR 9.1.2).
const BUILT: &str = "expected a deck by the rules of constructed formats, found one for limited";

/// The mistakes of each of these decks as those of a player in Trilogy, where the limits of one
/// deck are those of all three (CR 9.3.2). A limit is passed in the first deck that has too much.
#[must_use]
pub fn trilogy(decks: &[&Deck], library: &Library) -> Vec<Vec<String>> {
    let mut seen: Vec<(&Definition, usize)> = Vec::new();
    let wrong = |list: &&Deck| {
        let mut problems: Vec<String> =
            list.limited.then(|| BUILT.to_owned()).into_iter().collect();
        let sideboard = list.sideboard.len();
        if sideboard > 0 {
            problems.push(format!("expected no sideboard, found {sideboard} cards"));
        }
        for (card, count) in list.counts(false) {
            let card = &library.definitions[usize::from(card)];
            let place = seen.iter().position(|(other, _)| is_copy(other, card));
            let place = place.unwrap_or_else(|| {
                seen.push((card, 0));
                seen.len() - 1
            });
            seen[place].1 += count;
            let total = seen[place].1;
            let most = match card.kind {
                Kind::Leader | Kind::Base => 1,
                _ => most_copies(card),
            };
            if total > most {
                let card = counted(count, card);
                let expected = format!("expected at most {most} in all three decks, found {total}");
                problems.push(format!("{card}: {expected}"));
            }
        }
        problems
    };
    decks.iter().map(wrong).collect()
}

/// The number, the id and the name of a card.
fn counted(count: usize, card: &Definition) -> String {
    format!("{count} {} {}", card.id, full_name(&card.name, &card.subtitle))
}
