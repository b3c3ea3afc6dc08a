//! Transactions with neighbours (LRR 94): terms are put together, then accepted or refused.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::State;

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Terms};
use crate::piece::Place;
use crate::program::Procedure;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Gain, Kind};

impl<'a> Scene<'a> {
    /// The neighbours with whom the active player could have a transaction: one each this turn,
    /// and somebody must have something to give.
    pub fn partners(self, seat: Seat) -> impl Iterator<Item = Seat> + 'a {
        let players = 0..self.board.players.len() as Seat;
        players.filter(move |&other| {
            self.board.player(seat).traded & (1 << other) == 0
                && self.neighbours(seat, other)
                && [seat, other].into_iter().any(|s| self.has_goods(s))
        })
    }

    fn has_goods(self, seat: Seat) -> bool {
        let player = self.board.player(seat);
        player.trade_goods > 0
            || player.commodities > 0
            || self.cards(seat, Place::Hand, Kind::Note).next().is_some()
    }
}

impl Run<'_> {
    /// A transaction chosen in a window begins; it is no answer to the window.
    pub(super) fn trade(&mut self) {
        if self.stack.rounds().is_some()
            && self.decision.state == State::Taken
            && let Choice::Trade(other) = self.decision.taken
        {
            let seat = self.decision.seat;
            self.decision.take();
            self.call(Procedure::Transaction, seat, Locals { other, ..Locals::default() });
        }
    }

    pub(super) fn transaction(&mut self) {
        let (seat, other) = (self.seat(), self.frame().locals.other);
        match (self.at(), self.answer()) {
            (0, None) => {
                let options = self.offers(seat, other);
                self.ask(seat, Prompt::Offer, options);
            }
            (0, Some(Choice::Done)) => self.go(1),
            (0, Some(Choice::Decline)) => self.end(),
            (0, Some(choice)) => {
                let terms = &mut self.locals().terms;
                match choice {
                    Choice::TradeGood(given) => terms.trade_goods[usize::from(!given)] += 1,
                    Choice::Commodity(given) => terms.commodities[usize::from(!given)] += 1,
                    Choice::Note(slot) => terms.gives = Some(slot),
                    _ => terms.asks = true,
                }
            }
            (1, None) => {
                let mut options = vec![Choice::No];
                if self.frame().locals.terms.asks {
                    let notes = self.scene().cards(other, Place::Hand, Kind::Note);
                    options.extend(notes.map(Choice::Note));
                } else {
                    options.push(Choice::Yes);
                }
                self.ask(other, Prompt::Accept, options);
            }
            (1, Some(Choice::No)) => self.end(),
            (1, Some(choice)) => {
                let note = match choice {
                    Choice::Note(slot) => Some(slot),
                    _ => None,
                };
                self.go(2);
                let terms = self.frame().locals.terms;
                let exchanged = self.exchange(seat, other, terms, note);
                self.propose(exchanged);
            }
            (2, _) => {
                self.go(3);
                self.propose([Proposal::new(Verb::Transact, seat).with(other)]);
            }
            _ => self.end(),
        }
    }

    fn offers(&self, seat: Seat, other: Seat) -> Vec<Choice> {
        let terms = self.frame().locals.terms;
        let scene = self.scene();
        let mut options = Vec::new();
        for (side, given) in [(seat, true), (other, false)] {
            let player = self.board.player(side);
            let at = usize::from(!given);
            if player.trade_goods > terms.trade_goods[at] {
                options.push(Choice::TradeGood(given));
            }
            if player.commodities > terms.commodities[at] {
                options.push(Choice::Commodity(given));
            }
        }
        // LRR 69.5
        if terms.gives.is_none() {
            options.extend(scene.cards(seat, Place::Hand, Kind::Note).map(Choice::Note));
        }
        if !terms.asks && scene.cards(other, Place::Hand, Kind::Note).next().is_some() {
            options.push(Choice::AskNote);
        }
        if terms != Terms::default() {
            options.push(Choice::Done);
        }
        options.push(Choice::Decline);
        options
    }

    /// All at once; commodities become trade goods (LRR 21.5).
    fn exchange(&self, seat: Seat, other: Seat, terms: Terms, note: Option<Slot>) -> Vec<Proposal> {
        let mut all = Vec::new();
        for (at, from, to) in [(0, seat, other), (1, other, seat)] {
            let goods = i16::from(terms.trade_goods[at]);
            let commodities = i16::from(terms.commodities[at]);
            let moved = [
                (Verb::Lose(Gain::TradeGoods), from, goods),
                (Verb::Lose(Gain::Commodities), from, commodities),
                (Verb::Gain(Gain::TradeGoods), to, goods + commodities),
            ];
            let some = moved.into_iter().filter(|(_, _, n)| *n > 0);
            all.extend(some.map(|(verb, who, n)| Proposal::new(verb, who).amount(n)));
        }
        let given = terms.gives.map(|slot| (slot, other, seat));
        for (slot, to, from) in given.into_iter().chain(note.map(|slot| (slot, seat, other))) {
            let received = Proposal::new(Verb::ReceiveNote, to).with(from);
            all.push(received.of(self.reference(slot)));
        }
        all
    }
}
