//! Plans: cards that a deck exchanges against another after the first game of a match (CR 9.2.2C).

use super::draft::Problems;
use super::{Deck, Library};

/// The exchange of a deck against another. Cards are places in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The name of the other deck.
    pub against: String,
    /// The cards of the deck that go out, copies one after another.
    pub out: Vec<u16>,
    /// As many of its sideboard that come in.
    pub into: Vec<u16>,
}

impl Deck {
    /// Itself with these cards exchanged for those of its sideboard; none where it has not got them all, or
    /// they are not as many.
    #[must_use]
    pub fn boarded(&self, out: &[u16], into: &[u16]) -> Option<Self> {
        let mut deck = self.clone();
        if out.len() != into.len() {
            return None;
        }
        // Places are chosen before anything is exchanged: what comes in cannot go out again.
        let places = |cards: &[u16], list: &[u16]| {
            let mut taken: Vec<usize> = Vec::new();
            for card in cards {
                let free = |at: &usize| list[*at] == *card && !taken.contains(at);
                taken.push((0..list.len()).find(free)?);
            }
            Some(taken)
        };
        let (from, to) = (places(out, &self.cards)?, places(into, &self.sideboard)?);
        for (from, to) in from.into_iter().zip(to) {
            core::mem::swap(&mut deck.cards[from], &mut deck.sideboard[to]);
        }
        Some(deck)
    }

    /// The exchange against another deck by its own plan; `None` where it has none for it.
    pub(super) fn plan(&self, against: &Self) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.against == against.name)
    }

    /// Notes what its plans cannot mean.
    pub(super) fn check_plans(&self, library: &Library, problems: &mut Problems) {
        for (number, plan) in self.plans.iter().enumerate() {
            let place = format!("metadata.plan[{number}]");
            let [out, into] = [plan.out.len(), plan.into.len()];
            if out != into {
                let expected = format!("expected as many cards in as out, found {into} and {out}");
                problems.add(place.as_str(), expected);
                continue;
            }
            let lists = [
                ("out", &plan.out, &self.cards, "deck"),
                ("in", &plan.into, &self.sideboard, "sideboard"),
            ];
            for (part, cards, list, called) in lists {
                let count =
                    |among: &[u16], card| among.iter().filter(|other| **other == card).count();
                let mut distinct = cards.clone();
                distinct.sort_unstable();
                distinct.dedup();
                for card in distinct {
                    let [wanted, found] = [count(cards, card), count(list, card)];
                    if wanted > found {
                        let card = &library.definitions[usize::from(card)];
                        let (id, name) = (&card.id, &card.name);
                        let expected = format!(
                            "expected cards of the {called}, found {wanted} {id} {name} where it has {found}"
                        );
                        problems.add(format!("{place}.{part}"), expected);
                    }
                }
            }
            let same = |other: &Plan| other.against == plan.against;
            if self.plans[..number].iter().any(same) {
                let expected = format!(
                    "expected one plan for each deck, found another against {}",
                    plan.against
                );
                problems.add(place, expected);
            }
        }
    }
}
