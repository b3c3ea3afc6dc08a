//! Hidden cards: searching, arranging, discarding.

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::streams::{Purpose, below};

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::options;
use crate::proposal::{Proposal, Verb};
use crate::scene::Refs;
use crate::vocabulary::{self as vocabulary, Payment, Register, SearchStep, SearchThen, Step};

impl Run<'_> {
    pub(super) fn put_on_bottom(&mut self, cards: &mut Refs) {
        if cards.len() > 1 {
            self.streams.draw(Purpose::Effect, |rng| {
                for i in (1..cards.len()).rev() {
                    cards.swap(i, below(rng, i + 1));
                }
            });
        }
        for &card in cards.iter() {
            self.propose(Proposal::new(Verb::ToBottom, card, self.frame.seat));
        }
    }

    pub(super) fn look_at_hand(&mut self, seat: Seat) {
        for &slot in &self.scene.board.players[usize::from(seat)].hand {
            let card = self.scene.reference(slot);
            self.out.proposals.push(Proposal::new(Verb::Look, card, self.frame.seat));
        }
    }

    /// Discards from the top of a deck and remembers the cards as they are in the pile.
    pub(super) fn mill(&mut self, seat: Seat, n: i16) {
        let deck = &self.scene.board.players[usize::from(seat)].deck;
        let cards: Refs =
            deck.iter().rev().take(n.max(0) as usize).map(|&s| self.scene.reference(s)).collect();
        for card in cards {
            self.propose(Proposal::new(Verb::Discard, card, seat));
            self.bind(Register::It, card.next());
        }
    }

    pub(super) fn discard(&mut self, step: &Step) -> Flow {
        let Step::Discard { who, count, by, what, random } = step else { return Flow::Next };
        // The step forgets `It`, which may say whose hand it is: the number keeps that.
        let seat = match self.frame.locals.asking {
            true => self.frame.locals.number as Seat,
            false => self.scene.seat(*who, &self.cx()),
        };
        let chooser = by.map_or(seat, |by| self.scene.seat(by, &self.cx()));
        if *random {
            self.frame.locals.forget(Register::It);
            let mut hand: ArrayVec<Slot, 96> = self.scene.board.players[usize::from(seat)]
                .hand
                .iter()
                .copied()
                .filter(|&slot| self.scene.fits_card(what, slot, &self.cx()))
                .collect();
            for _ in 0..usize::from(*count).min(hand.len()) {
                let n = self.streams.draw(Purpose::Effect, |rng| below(rng, hand.len()));
                let card = self.scene.reference(hand.remove(n));
                self.bind(Register::It, card);
            }
            return self.discard_bound(seat);
        }
        if !self.frame.locals.asking {
            self.frame.locals.forget(Register::It);
            self.frame.locals.asking = true;
            self.frame.locals.number = seat.into();
            self.frame.locals.left = *count;
            if chooser != self.frame.seat {
                self.frame.locals.hide(Register::It);
            }
            if chooser != seat {
                self.look_at_hand(seat);
                if !self.out.proposals.is_empty() {
                    return Flow::Again;
                }
            }
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::It, self.scene.reference(slot));
                self.frame.locals.left -= 1;
            }
            Some(_) => self.frame.locals.left = 0,
            None => {}
        }
        if self.frame.locals.left > 0 {
            return self.ask(chooser, Prompt::Step);
        }
        self.frame.locals.asking = false;
        self.discard_bound(seat)
    }

    /// Discards what `It` holds and remembers the cards as they are in the pile.
    pub(super) fn discard_bound(&mut self, seat: Seat) -> Flow {
        let cards: Refs = self.frame.locals.bound(Register::It).collect();
        self.frame.locals.forget(Register::It);
        self.frame.locals.number = cards.len() as i16;
        for card in cards {
            self.propose(Proposal::new(Verb::Discard, card, seat));
            self.bind(Register::It, card.next());
        }
        Flow::Then
    }

    /// `It` holds what is still to be decided, `Other` what goes to the bottom, `Third` the new
    /// top, the topmost first.
    pub(super) fn arrange(&mut self, n: u8) -> Flow {
        let seat = self.frame.seat;
        if !self.frame.locals.asking {
            for register in [Register::It, Register::Other, Register::Third] {
                self.frame.locals.forget(register);
            }
            self.frame.locals.asking = true;
            self.frame.locals.left = 1; // Choosing what goes to the bottom.
            let deck = &self.scene.board.players[usize::from(seat)].deck;
            let top: Refs =
                deck.iter().rev().take(n.into()).map(|&s| self.scene.reference(s)).collect();
            for &card in &top {
                self.bind(Register::It, card);
                self.propose(Proposal::new(Verb::Look, card, seat));
            }
            return Flow::Again;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                let card = self.scene.reference(slot);
                let to = if self.frame.locals.left > 0 { Register::Other } else { Register::Third };
                self.frame.locals.bound.retain(|(r, c)| *r != Register::It || *c != card);
                self.bind(to, card);
            }
            Some(_) => self.frame.locals.left = 0,
            None => {}
        }
        let undecided = self.frame.locals.bound(Register::It).count();
        let asks = if self.frame.locals.left > 0 { undecided > 0 } else { undecided > 1 };
        if asks {
            return self.ask(seat, Prompt::Step);
        }
        self.frame.locals.asking = false;
        let bottom: Refs = self.frame.locals.bound(Register::Other).collect();
        let mut top: Refs = self.frame.locals.bound(Register::Third).collect();
        top.extend(self.frame.locals.bound(Register::It));
        if self.frame.locals.bound(Register::Third).next().is_some() {
            for &card in top.iter().rev() {
                self.propose(Proposal::new(Verb::ToTop, card, seat));
            }
        }
        for card in bottom {
            self.propose(Proposal::new(Verb::ToBottom, card, seat));
        }
        Flow::Then
    }

    /// `It` holds the cards that are searched, `Other` those that are chosen.
    pub(super) fn search(&mut self, search: &SearchStep) -> Flow {
        let seat = self.frame.seat;
        if !self.frame.locals.asking {
            self.frame.locals.forget(Register::It);
            self.frame.locals.forget(Register::Other);
            self.frame.locals.asking = true;
            self.frame.locals.left = search.up_to;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Other, self.scene.reference(slot));
                self.frame.locals.left = self.frame.locals.left.saturating_sub(1);
            }
            Some(_) => self.frame.locals.left = 0,
            None => {}
        }
        if self.frame.locals.left > 0
            && !self.scene.board.players[usize::from(seat)].deck.is_empty()
        {
            return self.ask(seat, Prompt::Step);
        }
        self.frame.locals.asking = false;
        let chosen: Refs = self.frame.locals.bound(Register::Other).collect();
        self.frame.locals.forget(Register::Other);
        let shown = search.what != vocabulary::Filter::default();
        for &card in &chosen {
            match search.then {
                SearchThen::Draw => {
                    if shown {
                        self.propose(Proposal::new(Verb::Reveal, card, seat));
                    }
                    self.propose(Proposal::new(Verb::ToHand, card, seat));
                }
                SearchThen::PlayFree => {
                    self.propose(Proposal::new(Verb::SetAside, card, seat));
                    self.bind(Register::Other, card.next());
                }
            }
        }
        match search.top {
            None => self.propose(Proposal::new(Verb::Shuffle, Ref::NONE, seat)),
            Some(n) => {
                let mut rest: Refs = options::searched(&self.scene, seat, Some(n))
                    .map(|slot| self.scene.reference(slot))
                    .filter(|card| !chosen.contains(card))
                    .collect();
                self.put_on_bottom(&mut rest);
            }
        }
        Flow::Then
    }

    /// What a search found is played in the order it was chosen, each with all that triggers
    /// before the next (CR 7.1.7); what cannot be played goes to the bottom (CR 8.26.8).
    pub(super) fn play_found(&mut self) -> Flow {
        let Some(card) = self.frame.locals.bound(Register::Other).next() else { return Flow::Next };
        let first = self.frame.locals.bound.iter().position(|(r, _)| *r == Register::Other);
        self.frame.locals.bound.remove(first.unwrap_or_default());
        let more = self.frame.locals.bound(Register::Other).next().is_some();
        let kind = self.scene.printed(card.slot).kind();
        if kind == vocabulary::Kind::Unit && self.scene.is_current(card) {
            let mut frame = self.play_frame(card.slot, Payment::Free.into(), None, more);
            frame.seat = self.frame.seat;
            self.begin(frame);
        } else {
            self.propose(Proposal::new(Verb::ToBottom, card, self.frame.seat));
        }
        Flow::Again
    }
}
