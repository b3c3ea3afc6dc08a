//! Decks by chance, for games over all cards.

use cardmill_kernel::streams::{below, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::rules::{is_copy, least_of, most_copies};
use super::{Deck, MAX_COPIES, MIN_CARDS, MIN_TWIN_SUNS, TWIN_SUNS};
use crate::icons::IconCount;
use crate::library::{Cardpool, Library, is_preview};
use crate::vocabulary::{Aspect, Definition, Kind};

/// The number of times that another leader and base are tried.
const TRIES: usize = 1000;

/// Decks by chance, one after the other: legal, and of cards that cost no penalty (CR 8.1.1).
pub struct RandomDecks<'l> {
    library: &'l Library,
    rng: ChaCha8Rng,
    leaders: Vec<u16>,
    bases: Vec<u16>,
    cards: Vec<u16>,
    /// They are for Twin Suns.
    twin: bool,
}

impl<'l> RandomDecks<'l> {
    /// Of the cards that are defined and printed, and that all of these formats allow.
    #[must_use]
    pub fn new(library: &'l Library, pools: &[Cardpool], seed: u64) -> Self {
        let twin = pools.iter().any(|pool| pool.format.eq_ignore_ascii_case(TWIN_SUNS));
        let of = |fits: &dyn Fn(Kind) -> bool| {
            let allowed = |card: &Definition| {
                fits(card.kind)
                    && !is_preview(card, library)
                    && !(twin && library.supplement.opponents.is_one(&card.id))
                    && pools.iter().all(|pool| pool.refuses(card, library).is_none())
            };
            let cards = (0..).zip(&library.definitions);
            cards.filter(|(_, card)| allowed(card)).map(|(place, _)| place).collect()
        };
        Self {
            library,
            twin,
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
            let second = if self.twin { Some(self.beside(leader)?) } else { None };
            let cards = self.filled(leader, second, base)?;
            Some(Deck { name: name.clone(), leader, second, base, cards, ..Deck::default() })
        })
    }

    fn card(&self, place: u16) -> &'l Definition {
        &self.library.definitions[usize::from(place)]
    }

    /// A second leader for a deck of Twin Suns; none, if the one that chance has found does not go with the
    /// first (CR 12.3.1).
    fn beside(&mut self, leader: u16) -> Option<u16> {
        let second = self.leaders[below(&mut self.rng, self.leaders.len())];
        let both = [leader, second].map(|card| self.card(card));
        let has = |aspect| both.iter().any(|leader| leader.aspects.contains(&aspect));
        let mixed = has(Aspect::Heroism) && has(Aspect::Villainy);
        (!mixed && !is_copy(both[0], both[1])).then_some(second)
    }

    /// Cards for leaders and a base; none, if there are too few.
    fn filled(&mut self, leader: u16, second: Option<u16>, base: u16) -> Option<Vec<u16>> {
        let icons = |card: u16| IconCount::of(&self.card(card).aspects);
        let leaders = [leader].into_iter().chain(second);
        let provided = leaders.fold(icons(base), |icons_of, leader| icons_of.with(icons(leader)));
        let mut fitting = self.cards.clone();
        fitting.retain(|&card| icons(card).beyond(provided).is_empty());
        shuffle(&mut self.rng, &mut fitting);
        let fewest = if self.twin { MIN_TWIN_SUNS } else { MIN_CARDS };
        let least = least_of(fewest, self.card(base));
        let mut cards: Vec<u16> = Vec::new();
        for place in fitting {
            if cards.len() == least {
                break;
            }
            let card = self.card(place);
            if cards.iter().any(|&other| is_copy(self.card(other), card)) {
                continue;
            }
            let most = if self.twin { 1 } else { most_copies(card).min(MAX_COPIES) };
            let most = most.min(least - cards.len());
            let copies = 1 + below(&mut self.rng, most);
            cards.extend(core::iter::repeat_n(place, copies));
        }
        (cards.len() == least).then_some(cards)
    }
}
