//! Limited: boosters of a set are opened or drafted, and decks are built of what came of it (CR 10).
//!
//! `booster` opens packs, `drafter` chooses from them, and `builder` makes a deck of a pool. All of them go
//! by ratings of cards and are as simple as can be said in a sentence: what is found of limited with them
//! holds of players who draft and build so.

mod booster;
mod builder;
mod drafter;

use core::fmt;
use std::collections::BTreeMap;

use cardmill_kernel::streams::{Purpose, generator};
use rand_chacha::ChaCha8Rng;

pub use booster::{Booster, Pack};
pub use drafter::Drafter;

use crate::deck::Deck;
use crate::library::Library;
use crate::vocabulary::{Definition, Kind};

/// Packs that a player opens in sealed (CR 10.2.1A).
pub const SEALED: usize = 6;
/// Packs that a player opens in a draft (CR 10.3.1A).
pub const DRAFTED: usize = 3;
/// The most players of a pod.
pub const MOST_PLAYERS: u8 = 8;

/// The way in which players come by their pools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Event {
    /// They open packs (CR 10.2).
    Sealed,
    /// They draft them (CR 10.3).
    #[default]
    Draft,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sealed => "sealed",
            Self::Draft => "draft",
        })
    }
}

/// The ratings of cards by which players choose, in hundredths of a point, by the places of cards in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratings(Vec<i32>);

/// The units of a rating that make one point.
pub const POINT: i32 = 100;

impl Ratings {
    /// Ratings by what is printed: power and HP, one for each keyword and ability, less two for each resource of the
    /// cost,
    /// and two more of a unit or a leader. Events and bases are nothing.
    #[must_use]
    pub fn printed(library: &Library) -> Self {
        let rating = |card: &Definition| {
            let text = card.keywords.len() + card.all_abilities().count();
            let strength = i32::from(card.power) + i32::from(card.hp) + text as i32;
            let strength = strength - 2 * i32::from(card.cost);
            match card.kind {
                Kind::Unit | Kind::Leader => (strength - 2) * POINT,
                Kind::Upgrade => strength * POINT,
                _ => 0,
            }
        };
        Self(library.definitions.iter().map(rating).collect())
    }

    /// These, and the mean of them for all other cards.
    #[must_use]
    pub fn of(library: &Library, said: &BTreeMap<u16, i32>) -> Self {
        let sum: i64 = said.values().map(|rating| i64::from(*rating)).sum();
        let mean = (sum / (said.len().max(1) as i64)) as i32;
        let rating = |place: u16| said.get(&place).copied().unwrap_or(mean);
        Self((0..library.definitions.len() as u16).map(rating).collect())
    }

    /// The rating of a card.
    #[must_use]
    pub fn rating(&self, card: u16) -> i32 {
        self.0[usize::from(card)]
    }
}

/// The cards that a player has to build a deck of. Cards are places in the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    /// The leaders, in the order in which they were taken.
    pub leaders: Vec<u16>,
    /// The bases that were opened or drafted.
    pub bases: Vec<u16>,
    /// The units, events and upgrades, in the order in which they were taken.
    pub cards: Vec<u16>,
}

impl Pool {
    /// Takes a card in.
    fn take(&mut self, card: u16, library: &Library) {
        match library.definitions[usize::from(card)].kind {
            Kind::Leader => self.leaders.push(card),
            Kind::Base => self.bases.push(card),
            _ => self.cards.push(card),
        }
    }
}

/// A sum of numbers of picks, and how many they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    /// The sum of their numbers, from 1 in each pack.
    pub sum: u64,
    /// The number of picks that were added.
    pub number: u64,
}

impl Picks {
    fn add(&mut self, pick: usize) {
        self.sum += pick as u64;
        self.number += 1;
    }

    /// Takes in others.
    pub fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.number += other.number;
    }

    /// The mean of their numbers; none where there are none.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.number > 0).then(|| self.sum as f64 / self.number as f64)
    }
}

/// The picks of a card in a draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drafted {
    /// The picks with which it was taken.
    pub taken: Picks,
    /// The picks at which players saw it for the last time in a pack.
    pub seen: Picks,
}

/// The result of a pod: its pools, and the picks of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pod {
    /// The pools, by player.
    pub pools: Vec<Pool>,
    /// The picks of cards, by their places in the library; empty in sealed.
    pub drafted: BTreeMap<u16, Drafted>,
}

/// The arrangements for pods of a set, by which each pod is held.
pub struct Limited<'l> {
    /// The library that packs and decks are made of.
    pub library: &'l Library,
    /// The booster of the set, which packs are opened of.
    pub booster: Booster,
    /// The event that pods hold, sealed or a draft.
    pub event: Event,
    /// Players of a pod, 2 to [`MOST_PLAYERS`].
    pub players: u8,
    /// The drafters in turn: player after player, and pod after pod. At least one.
    pub drafters: Vec<Drafter>,
    /// The ratings of cards by which players draft and build.
    pub ratings: Ratings,
    /// The seed. Each player of each pod has generators of their own.
    pub seed: u64,
}

/// Keeps the packs apart from the shuffles of games with the same seed.
const APART: u64 = 0x6c69_6d69_7465_6421;

impl Limited<'_> {
    /// The drafter in a seat of a pod. Where there are several, each comes to sit in each seat.
    #[must_use]
    pub fn drafter(&self, pod: u64, player: u8) -> Drafter {
        let number = (pod + u64::from(player)) % self.drafters.len() as u64;
        self.drafters[number as usize]
    }

    /// Holds a pod.
    #[must_use]
    pub fn pod(&self, number: u64) -> Pod {
        let packs = match self.event {
            Event::Sealed => SEALED,
            Event::Draft => DRAFTED,
        };
        let open = |player: u8| {
            let mut rng = self.generator(number, Purpose::Shuffle(player));
            (0..packs).map(|_| self.booster.open(&mut rng)).collect::<Vec<Pack>>()
        };
        let opened: Vec<Vec<Pack>> = (0..self.players).map(open).collect();
        match self.event {
            Event::Sealed => Pod {
                pools: opened.into_iter().map(|packs| self.pool(packs)).collect(),
                drafted: BTreeMap::new(),
            },
            Event::Draft => self.draft(number, opened),
        }
    }

    fn generator(&self, pod: u64, purpose: Purpose) -> ChaCha8Rng {
        generator(self.seed ^ APART, pod, purpose)
    }

    /// The pool of all cards in these packs.
    fn pool(&self, packs: Vec<Pack>) -> Pool {
        let mut pool = Pool::default();
        for Pack { leaders, bases, cards } in packs {
            for card in leaders.into_iter().chain(bases).chain(cards) {
                pool.take(card, self.library);
            }
        }
        pool
    }

    /// Drafts leaders, which are passed to the right, then pack after pack, passed to the left, to the right
    /// and to the left (CR 10.3.3). The bases that everybody may have are set aside (CR 10.3.2E).
    fn draft(&self, number: u64, opened: Vec<Vec<Pack>>) -> Pod {
        let players = opened.len();
        let mut pod = Pod { pools: vec![Pool::default(); players], drafted: BTreeMap::new() };
        let mut rngs: Vec<ChaCha8Rng> = (0..self.players)
            .map(|player| self.generator(number, Purpose::Agent(player)))
            .collect();
        let leaders = opened
            .iter()
            .map(|packs| packs.iter().flat_map(|pack| pack.leaders.iter().copied()).collect());
        self.pass(number, leaders.collect(), false, &mut pod, &mut rngs);
        for pack in 0..DRAFTED {
            let cards = opened.iter().map(|packs| packs[pack].cards.clone()).collect();
            self.pass(number, cards, pack % 2 == 0, &mut pod, &mut rngs);
        }
        pod
    }

    /// Passes what each player has, to the left or to the right, until all of it is taken.
    fn pass(
        &self,
        number: u64,
        mut hands: Vec<Vec<u16>>,
        left: bool,
        pod: &mut Pod,
        rngs: &mut [ChaCha8Rng],
    ) {
        let players = hands.len();
        // By player, and by whose pack it was, when a card was seen for the last time.
        let mut seen: BTreeMap<(usize, usize, u16), usize> = BTreeMap::new();
        for pick in 1.. {
            if hands.iter().all(Vec::is_empty) {
                break;
            }
            for (player, rng) in rngs.iter_mut().enumerate() {
                // The pack has come from so many players away.
                let away = (pick - 1) % players;
                let owner = if left { player + players - away } else { player + away } % players;
                let hand = &mut hands[owner];
                if hand.is_empty() {
                    continue;
                }
                for &card in &*hand {
                    seen.insert((player, owner, card), pick);
                }
                let drafter = self.drafter(number, player as u8);
                let taken = drafter.pick(hand, &pod.pools[player], self, rng);
                let card = hand.remove(taken);
                pod.drafted.entry(card).or_default().taken.add(pick);
                pod.pools[player].take(card, self.library);
            }
        }
        for ((_, _, card), pick) in seen {
            pod.drafted.entry(card).or_default().seen.add(pick);
        }
    }

    /// The deck that a pool makes; none where it is too small for one.
    #[must_use]
    pub fn deck(&self, pool: &Pool, name: String) -> Option<Deck> {
        builder::deck(pool, self, name)
    }

    fn card(&self, place: u16) -> &Definition {
        &self.library.definitions[usize::from(place)]
    }
}

#[cfg(test)]
mod tests;
