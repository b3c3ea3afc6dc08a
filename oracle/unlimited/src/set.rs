//! Physical cards and sets of them.

use core::ops::{BitAnd, BitOr, Not};

/// A player, 0 or 1.
pub type Seat = usize;

/// A physical card, of either player: the owner's seat in bit 6, below it the place in the
/// owner's deck list, where [`LEADER`](Card::LEADER) and [`BASE`](Card::BASE) come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card(pub u8);

impl Card {
    /// The most cards of a player, leader and base included.
    pub const PER_PLAYER: usize = 64;
    /// The place of the leader.
    pub const LEADER: usize = 0;
    /// The place of the base.
    pub const BASE: usize = 1;

    /// The card of a player at a place of their list.
    #[must_use]
    pub const fn of(owner: Seat, place: usize) -> Self {
        Self((owner * Self::PER_PLAYER + place) as u8)
    }
    /// Its owner, who controls it, too: no card of the subset changes control.
    #[must_use]
    pub const fn owner(self) -> Seat {
        (self.0 >> 6) as Seat
    }
    /// Its place in its owner's list.
    #[must_use]
    pub const fn place(self) -> usize {
        (self.0 & 63) as usize
    }
    /// Its index among the cards of both players.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }
}

/// A set of cards, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSet(u128);

impl CardSet {
    /// The set without a card.
    pub const EMPTY: Self = Self(0);

    /// All cards of a player.
    #[must_use]
    pub const fn of(owner: Seat) -> Self {
        Self((u64::MAX as u128) << (owner * Card::PER_PLAYER))
    }
    /// The set of a single card.
    #[must_use]
    pub const fn one(card: Card) -> Self {
        Self(1 << card.0)
    }
    /// Tells whether the card is in the set.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }
    /// Adds a card to the set.
    pub const fn add(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }
    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }
    /// Puts a card in or takes it out.
    pub const fn set(&mut self, card: Card, inside: bool) {
        if inside { self.add(card) } else { self.remove(card) }
    }
    /// Tells whether the set has no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The card with the lowest number.
    #[must_use]
    pub fn first(mut self) -> Option<Card> {
        self.next()
    }
    /// The number of cards in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// The cards for which the predicate holds.
    #[must_use]
    pub fn only(self, keep: impl Fn(Card) -> bool) -> Self {
        self.filter(|&card| keep(card)).collect()
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CardSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for CardSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// A set is its own iterator: the lowest card first.
impl Iterator for CardSet {
    type Item = Card;
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | Self::one(card))
    }
}
