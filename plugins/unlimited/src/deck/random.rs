//! Decks by chance, for games over all cards.

use cardmill_kernel::streams::{below, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::rules::{is_copy, least_cards, most_copies};
use super::{Deck, MAX_COPIES};
use crate::icons::IconCount;
use crate::library::{Cardpool, Library, is_preview};
use crate::vocabulary::{Definition, Kind};

/// The number of times that another leader and base are tried.
const TRIES: usize = 1000;

/// Decks by chance, one after the other: legal, and of cards that cost no penalty (CR 8.1.1).
pub struct RandomDecks<'l> {
    library: &'l Library,
    rng: ChaCha8Rng,
    leaders: Vec<u16>,
    bases: Vec<u16>,
    cards: Vec<u16>,
}

impl<'l> RandomDecks<'l> {
    /// Of the cards that are defined and printed, and that all of these formats allow.
    #[must_use]
    pub fn new(library: &'l Library, pools: &[Cardpool], seed: u64) -> Self {
        let of = |fits: &dyn Fn(Kind) -> bool| {
            let allowed = |card: &Definition| {
                fits(card.kind)
                    && !is_preview(card, library)
                    && pools.iter().all(|pool| pool.refuses(card, library).is_none())
            };
            let cards = (0..).zip(&library.definitions);
            cards.filter(|(_, card)| allowed(card)).map(|(place, _)| place).collect()
        };
        Self {
            library,
            rng: ChaCha8Rng::seed_from_u64(seed),
            leaders: of(&|kind| kind == Kind::Leader),
            bases: of(&|kind| kind == Kind::Base),
            cards: of(&|kind| matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade)),
        }
    }

    /// The next deck, as small as it may be; none, where there are too few cards for one.
    pub fn next(&mut self, name: String) -> Option<Deck> {
        if self.leaders.is_empty() || self.bases.is_empty() {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let leader = self.leaders[below(&mut self.rng, self.leaders.len())];
            let base = self.bases[below(&mut self.rng, self.bases.len())];
            let cards = self.filled(leader, base)?;
            Some(Deck { name: name.clone(), leader, base, cards, ..Deck::default() })
        })
    }

    fn card(&self, place: u16) -> &'l Definition {
        &self.library.definitions[usize::from(place)]
    }

    /// Cards for a leader and a base; none, if there are too few.
    fn filled(&mut self, leader: u16, base: u16) -> Option<Vec<u16>> {
        let icons = |card: u16| IconCount::of(&self.card(card).aspects);
        let provided = icons(leader).with(icons(base));
        let mut fitting = self.cards.clone();
        fitting.retain(|&card| icons(card).beyond(provided).is_empty());
        shuffle(&mut self.rng, &mut fitting);
        let least = least_cards(self.card(base));
        let mut cards: Vec<u16> = Vec::new();
        for place in fitting {
            if cards.len() == least {
                break;
            }
            let card = self.card(place);
            if cards.iter().any(|&other| is_copy(self.card(other), card)) {
                continue;
            }
            let most = most_copies(card).min(MAX_COPIES).min(least - cards.len());
            let copies = 1 + below(&mut self.rng, most);
            cards.extend(core::iter::repeat_n(place, copies));
        }
        (cards.len() == least).then_some(cards)
    }
}
