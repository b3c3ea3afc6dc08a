//! Knowledge of each seat about hidden cards beyond what it sees now, kept as changes are
//! committed.
//!
//! A seat that has seen a card go where it cannot see it any more knows where it can be: a
//! [`Clue`] says in which places. A card that leaves such a place face down makes every clue of the
//! place wider, since it may have been that card; a shuffle, a search, or whoever else sorts a deck,
//! makes positions in it unknown. Clues follow from what the seat saw and from nothing else: where
//! they say less than a player could work out (which cards a search has put on the bottom), that
//! player knows less, and never more.

use core::ops::{BitOr, BitOrAssign};

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::list::List;
use serde::{Deserialize, Serialize};

use crate::board::CommitNumber;
use crate::card::{Card, Zone};
use crate::proposal::Verb;
use crate::seats::SEATS;

/// Hidden places of a card, one bit each.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Places(u8);

impl Places {
    /// The hand of its owner.
    pub const HAND: Self = Self(1);
    /// The resources of its owner.
    pub const RESOURCES: Self = Self(2);
    /// The resources of another player.
    pub const FOREIGN: Self = Self(4);
    /// The deck of its owner.
    pub const DECK: Self = Self(8);
    /// Its owner's deck, at the position where it lies.
    pub const FIXED: Self = Self(8 | 16);
    /// Any of them, which is what is known of a card that was never seen.
    pub const ANY: Self = Self(15);

    const ELSEWHERE: Self = Self(1 | 2 | 8);

    /// The hidden place that a card is in now.
    #[must_use]
    pub const fn of(card: &Card) -> Self {
        match card.zone {
            Zone::Hand => Self::HAND,
            Zone::Resources if card.owner == card.controller => Self::RESOURCES,
            Zone::Resources => Self::FOREIGN,
            _ => Self::DECK,
        }
    }

    /// Returns `true` if all of these places are among them.
    #[must_use]
    pub const fn has(self, places: Self) -> bool {
        self.0 & places.0 == places.0
    }

    /// Returns `true` if it is known which card lies there, not only that one does.
    #[must_use]
    pub const fn is_fixed(self) -> bool {
        self.has(Self::FIXED)
    }

    /// Returns `true` for a single place, fixed or not.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        (self.0 & Self::ANY.0).is_power_of_two()
    }

    const fn unfixed(self) -> Self {
        Self(self.0 & Self::ANY.0)
    }
}

impl BitOr for Places {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Places {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A clue of a seat about a card that it does not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clue {
    /// The slot of the card.
    pub slot: Slot,
    /// The owner of the card.
    pub owner: Seat,
    /// The places where it can be.
    pub places: Places,
}

/// The most clues of a seat. One that has no room is forgotten.
pub(crate) const CLUES: usize = 32;

/// The clues of all seats about cards that they do not see.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    /// By seat; the clues in the order of their slots.
    clues: [List<Clue, CLUES>; SEATS],
    /// The number of seats.
    seats: u8,
    /// The card that was revealed last, and when: what is done with it at once, everybody sees.
    revealed: (Ref, CommitNumber),
    /// Cards that have left their deck, or that somebody has looked at there, as bits by slot.
    touched: [u64; 2],
}

impl Default for Knowledge {
    fn default() -> Self {
        Self::of(2)
    }
}

/// Returns `true` if a seat sees a card by the zone that it is in.
#[must_use]
pub(crate) const fn is_open(card: &Card, seat: Seat) -> bool {
    match card.zone {
        Zone::Deck => false,
        Zone::Hand => card.owner == seat,
        Zone::Resources => card.controller == seat,
        _ => true,
    }
}

/// A change of zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The slot of the card.
    pub(crate) slot: Slot,
    /// The state before the move.
    pub(crate) from: Card,
    /// The state after the move.
    pub(crate) to: Card,
    /// The verb that moved it, unless it was drawn, played or resourced from where everybody knows.
    pub(crate) sorted: Option<Verb>,
    /// The number of the commit.
    pub(crate) commit: CommitNumber,
}

impl Knowledge {
    /// So many seats know nothing yet.
    pub(crate) fn of(seats: usize) -> Self {
        Self {
            clues: Default::default(),
            seats: seats as u8,
            revealed: Default::default(),
            touched: [0; 2],
        }
    }

    /// All seats but one.
    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).filter(move |&other| other != seat)
    }

    /// The clues of a seat, in the order of slots.
    #[must_use]
    pub fn clues(&self, seat: Seat) -> &[Clue] {
        &self.clues[usize::from(seat)]
    }

    /// The places where a card that a seat does not see can be, as far as it knows.
    #[must_use]
    pub fn places(&self, seat: Seat, slot: Slot) -> Places {
        let clue = self.clues(seat).iter().find(|clue| clue.slot == slot);
        clue.map_or(Places::ANY, |clue| clue.places)
    }

    /// Keeps the clues of a seat that are about these cards alone.
    pub(crate) fn keep(&mut self, seat: Seat, about: impl Fn(Slot) -> bool) {
        self.clues[usize::from(seat)].retain(|clue| about(clue.slot));
    }

    /// Drops what all seats know about these cards.
    pub(crate) fn forget(&mut self, about: impl Fn(Slot) -> bool) {
        for clues in &mut self.clues {
            clues.retain(|clue| !about(clue.slot));
        }
    }

    fn learn(&mut self, seat: Seat, clue: Clue) {
        let clues = &mut self.clues[usize::from(seat)];
        clues.retain(|other| other.slot != clue.slot);
        // Of its own hidden cards a seat knows that much anyway.
        if clue.owner == seat && clue.places == Places::DECK {
            return;
        }
        let at = clues.iter().position(|other| other.slot > clue.slot).unwrap_or(clues.len());
        // Without room it is forgotten.
        let _ = clues.try_insert(at, clue);
    }

    /// Cards that have left their deck, or that somebody has looked at there, as bits by slot. All
    /// others lie in their decks as they were shuffled, and the game would be the same with others
    /// in their places.
    #[must_use]
    pub const fn touched(&self) -> [u64; 2] {
        self.touched
    }

    /// A card bears on the game from now on.
    #[inline]
    pub(crate) fn touch(&mut self, slot: Slot) {
        if let Some(bits) = self.touched.get_mut(usize::from(slot / 64)) {
            *bits |= 1 << (slot % 64);
        }
    }

    /// A card is looked at by a seat.
    pub(crate) fn look(&mut self, seat: Seat, slot: Slot, card: &Card) {
        self.touch(slot);
        let deck = card.zone == Zone::Deck;
        if !is_open(card, seat) {
            let places = if deck { Places::FIXED } else { Places::of(card) };
            self.learn(seat, Clue { slot, owner: card.owner, places });
        }
        // Whoever looks at the top of their deck may sort it.
        if deck && card.owner == seat {
            for other in self.others(seat) {
                if self.places(other, slot).is_fixed() {
                    self.learn(other, Clue { slot, owner: card.owner, places: Places::DECK });
                }
            }
        }
    }

    /// A card is revealed to all.
    pub(crate) fn reveal(&mut self, slot: Slot, card: &Card, top: bool, commit: CommitNumber) {
        self.touch(slot);
        self.revealed = (card.reference(slot), commit);
        for seat in 0..self.seats {
            if !is_open(card, seat) {
                let places = if top { Places::FIXED } else { Places::of(card) };
                self.learn(seat, Clue { slot, owner: card.owner, places });
            }
        }
    }

    /// A deck is shuffled: it was searched, or cards were put into it.
    pub(crate) fn shuffle(&mut self, owner: Seat, deck: &[Slot]) {
        deck.iter().for_each(|&slot| self.touch(slot));
        for seat in 0..self.seats {
            self.unfix(seat, owner);
        }
    }

    /// A player puts the hand into the deck, shuffles and draws anew (CR 5.2.1E).
    pub(crate) fn mulligan(&mut self, owner: Seat) {
        self.keep(owner, |_| false);
        for other in self.others(owner) {
            self.widen(other, owner, Places::HAND, Places::DECK);
            self.widen(other, owner, Places::DECK, Places::HAND);
            self.unfix(other, owner);
        }
    }

    /// Positions in a deck are no longer known.
    fn unfix(&mut self, seat: Seat, owner: Seat) {
        let clues = &mut self.clues[usize::from(seat)];
        for clue in clues.iter_mut().filter(|clue| clue.owner == owner) {
            clue.places = clue.places.unfixed();
        }
        clues.retain(|clue| seat != clue.owner || clue.places != Places::DECK);
    }

    /// Some card went from one hidden place to another.
    fn widen(&mut self, seat: Seat, owner: Seat, from: Places, to: Places) {
        let clues = &mut self.clues[usize::from(seat)];
        let wider =
            |clue: &Clue| clue.owner == owner && clue.places.has(from) && !clue.places.has(to);
        if !clues.iter().any(wider) {
            return;
        }
        for clue in clues.iter_mut().filter(|clue| clue.owner == owner) {
            // One whose position is known was not it.
            if clue.places.has(from) && !clue.places.is_fixed() {
                clue.places |= to;
            }
        }
        clues.retain(|clue| !clue.places.has(Places::ELSEWHERE));
    }

    /// A card has changed zones.
    #[inline]
    pub(crate) fn follow(&mut self, moved: Move) {
        self.touch(moved.slot);
        let hidden = |zone: Zone| matches!(zone, Zone::Deck | Zone::Hand | Zone::Resources);
        let Move { from, to, commit, .. } = &moved;
        // Nearly always nothing is known that could change, and nothing is learned.
        let known = from.zone != Zone::Deck && to.zone == Zone::Deck
            || from.controller != to.controller
            || !hidden(from.zone);
        let clues = self.clues.iter().any(|clues| !clues.is_empty());
        if known && hidden(to.zone) || clues || *commit == self.revealed.1 {
            self.follow_for_all(moved);
        }
    }

    #[inline(never)]
    fn follow_for_all(&mut self, moved: Move) {
        for seat in 0..self.seats {
            if !is_open(&moved.from, seat) || !is_open(&moved.to, seat) {
                self.follow_for(seat, moved);
            }
        }
    }

    fn follow_for(&mut self, seat: Seat, Move { slot, from, to, sorted, commit }: Move) {
        let owner = from.owner;
        let (deck, to_deck) = (from.zone == Zone::Deck, to.zone == Zone::Deck);
        let theirs = deck && owner == seat;
        let fixed = self.places(seat, slot).is_fixed();
        let revealed = self.revealed == (from.reference(slot), commit);
        // Who sorts a deck knows which card goes where, nobody else does.
        if deck && sorted.is_some() && !theirs {
            self.unfix(seat, owner);
        }
        if is_open(&to, seat) {
            self.keep(seat, |other| other != slot);
        } else if is_open(&from, seat) || revealed || fixed && deck && sorted.is_none() {
            let places = if to_deck { Places::FIXED } else { Places::of(&to) };
            self.learn(seat, Clue { slot, owner, places });
        } else if theirs && to_deck {
            // What goes to the bottom may go there in any order.
            if sorted != Some(Verb::ToTop) || !fixed {
                self.keep(seat, |other| other != slot);
            }
        } else {
            self.widen(seat, owner, Places::of(&from), Places::of(&to));
        }
    }
}
