//! Transactions from a menu: what both gain by is offered, what the seat gains by is accepted.

use cardmill_kernel::card::{Seat, Slot};

use super::mind::{Mind, POINT};
use crate::choice::{Choice, Deal};
use crate::procedure::Locals;
use crate::vocabulary::{Gain, Step};

/// The worth of a trade good, then of a commodity to whoever has it: to others it is a trade good
/// (LRR 21.5).
const GOOD: i32 = 10;
const COMMODITY: i32 = 4;
/// The worth of a note to whoever receives it; to whoever gives it, half of that.
const NOTE: i32 = 14;
/// The same of an action card.
const CARD: i32 = 12;

/// Trade goods, commodities, a note and the number of action cards on one side of a transaction.
type Terms = (u8, u8, Option<Slot>, u8);

impl Mind<'_, '_> {
    /// The gain of one side from what it gets and gives.
    fn gain(&self, gets: Terms, gives: Terms) -> i32 {
        let (goods, commodities, note, cards) = gets;
        let received = GOOD * (i32::from(goods) + i32::from(commodities))
            + self.note(note)
            + CARD * i32::from(cards);
        let (goods, commodities, note, cards) = gives;
        // A point of another's is half as bad as one of one's own is good.
        let given = GOOD * i32::from(goods)
            + COMMODITY * i32::from(commodities)
            + self.note(note) / 2
            + CARD * i32::from(cards) / 2;
        received - given
    }

    fn note(&self, note: Option<Slot>) -> i32 {
        let Some(card) = note.and_then(|slot| self.view.card(slot)) else { return 0 };
        let mut steps = card.abilities.iter().flat_map(|ability| &ability.steps);
        let point = steps.any(|step| matches!(step, Step::Gain(_, Gain::Points, _)));
        if point { POINT } else { NOTE }
    }

    /// The gain of the seat from terms; 0 if the other does not gain by them, too.
    fn deal(&self, other: Seat, deal: Deal) -> i32 {
        let [given, asked] = self.view.deal(other, deal).terms();
        if self.gain(given, asked) > 0 { self.gain(asked, given) } else { 0 }
    }

    /// The score of a transaction with a player, by its best terms.
    pub(super) fn trade(&self, other: Seat) -> i32 {
        let deals = self.view.menu(other).into_iter().map(|deal| self.deal(other, deal));
        let best = deals.max().unwrap_or(0);
        // It costs no action: whatever brings something goes before all else.
        if best > 0 { 10 * POINT + best } else { -2 }
    }

    /// Scores the terms to offer, or to decline.
    pub(super) fn offer(&self) -> impl Fn(Choice) -> i32 + '_ {
        let with = match self.view.asking() {
            Some(Locals::Transaction(transaction)) => transaction.other(),
            _ => self.view.seat(),
        };
        move |choice| match choice {
            Choice::Deal(deal) => self.deal(with, deal),
            Choice::Decline => 0,
            _ => -1,
        }
    }

    /// Scores an offer: it is accepted if the seat gains by it.
    pub(super) fn accept(&self) -> impl Fn(Choice) -> i32 + '_ {
        let gains = match self.view.asking() {
            Some(Locals::Transaction(transaction)) => {
                let [given, asked] = transaction.terms();
                self.gain(given, asked) > 0
            }
            _ => false,
        };
        move |choice| i32::from((choice == Choice::Yes) == gains)
    }
}
