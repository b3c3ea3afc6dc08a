//! Players that choose at random, for measuring, and decks to play with.

use crate::card::Kind;
use crate::cards::of_kind;
use crate::choice::{Answer, Flow, Players, Prompt};
use crate::set::{Card, Seat};
use crate::state::{List, State};

/// Random numbers (`xorshift64*`, S. Vigna): as cheap as they get, good enough to choose by.
#[derive(Clone, Copy, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        // Seeds next to each other are spread, and none becomes 0.
        Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    /// A number from 0 to `bound - 1`.
    pub const fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        (((number >> 32) * bound as u64) >> 32) as usize
    }
    /// Puts a list into a random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// Both players, and chance.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    dice: Dice,
    /// Decisions taken by both players.
    pub decisions: u64,
    /// A checksum of all of them.
    pub checksum: u64,
}

impl Random {
    /// Players of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), decisions: 0, checksum: 0 }
    }
}

impl Players for Random {
    fn first(&mut self) -> Seat {
        self.dice.below(2)
    }
    fn shuffle(&mut self, _: Seat, deck: &mut [Card]) {
        self.dice.shuffle(deck);
    }
    fn choose(&mut self, _: &State, seat: Seat, _: Prompt, options: &[Answer]) -> Flow<usize> {
        let at = self.dice.below(options.len());
        self.decisions += 1;
        let what = (seat as u64) << 32 | (options.len() as u64) << 16 | at as u64;
        self.checksum = (self.checksum.rotate_left(5) ^ what).wrapping_mul(0x517C_C1B7_2722_0A95);
        Ok(at)
    }
}

/// Cards for decks: so many different ones.
#[must_use]
pub fn pool(dice: &mut Dice, kinds: usize) -> Vec<u8> {
    let mut pool = of_kind(&[Kind::Unit, Kind::Event, Kind::Upgrade]);
    dice.shuffle(&mut pool);
    pool.truncate(kinds);
    pool
}

/// A deck of so many cards out of a pool, with a leader and a base in front.
///
/// # Panics
/// If it is more than a player can have, or the pool is empty.
#[must_use]
pub fn deck(dice: &mut Dice, cards: usize, pool: &[u8]) -> List {
    let one_of = |dice: &mut Dice, all: &[u8]| all[dice.below(all.len())];
    let mut list = List::new();
    list.push(one_of(dice, &of_kind(&[Kind::Leader])));
    list.push(one_of(dice, &of_kind(&[Kind::Base])));
    list.extend((0..cards).map(|_| one_of(dice, pool)));
    list
}
