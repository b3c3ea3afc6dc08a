//! Hidden cards: searching, arranging, discarding.

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::streams::{Purpose, below};

use super::{Flow, Run};
use crate::choice::{Choice, Progress, Prompt};
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
            self.propose(Proposal::new(Verb::ToBottom, card, self.seat));
        }
    }

    pub(super) fn look_at_hand(&mut self, seat: Seat) {
        for &slot in &self.scene.board.players[usize::from(seat)].hand {
            let card = self.scene.reference(slot);
            self.out.proposals.push(Proposal::new(Verb::Look, card, self.seat));
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
        // The step forgets `It`, which may say whose hand it is.
        let seat = match self.locals.progress {
            Progress::Discards { hand, .. } => hand,
            _ => self.scene.seat(*who, &self.cx()),
        };
        let chooser = by.map_or(seat, |by| self.scene.seat(by, &self.cx()));
        if *random {
            self.locals.forget(Register::It);
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
        let mut left = match self.locals.progress {
            Progress::Discards { left, .. } => left,
            _ => {
                self.locals.forget(Register::It);
                if chooser != self.seat {
                    self.locals.hide(Register::It);
                }
                self.locals.progress = Progress::Discards { hand: seat, left: *count };
                if chooser != seat {
                    self.look_at_hand(seat);
                    if !self.out.proposals.is_empty() {
                        return Flow::Again;
                    }
                }
                *count
            }
        };
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::It, self.scene.reference(slot));
                left -= 1;
            }
            Some(_) => left = 0,
            None => {}
        }
        if left > 0 {
            self.locals.progress = Progress::Discards { hand: seat, left };
            return self.ask(chooser, Prompt::Step);
        }
        self.locals.progress = Progress::Nothing;
        self.discard_bound(seat)
    }

    /// Discards what `It` holds and remembers the cards as they are in the pile.
    pub(super) fn discard_bound(&mut self, seat: Seat) -> Flow {
        let cards: Refs = self.locals.bound(Register::It).collect();
        self.locals.forget(Register::It);
        self.locals.number = cards.len() as i16;
        for card in cards {
            self.propose(Proposal::new(Verb::Discard, card, seat));
            self.bind(Register::It, card.next());
        }
        Flow::Then
    }

    /// `It` holds what is still to be decided, `Other` what goes to the bottom, `Third` the new
    /// top, the topmost first.
    pub(super) fn arrange(&mut self, n: u8) -> Flow {
        let seat = self.seat;
        let Progress::Arranges { mut bottom } = self.locals.progress else {
            for register in [Register::It, Register::Other, Register::Third] {
                self.locals.forget(register);
            }
            self.locals.progress = Progress::Arranges { bottom: true };
            let deck = &self.scene.board.players[usize::from(seat)].deck;
            let top: Refs =
                deck.iter().rev().take(n.into()).map(|&s| self.scene.reference(s)).collect();
            for &card in &top {
                self.bind(Register::It, card);
                self.propose(Proposal::new(Verb::Look, card, seat));
            }
            return Flow::Again;
        };
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                let card = self.scene.reference(slot);
                let to = if bottom { Register::Other } else { Register::Third };
                self.locals.bound.retain(|(r, c)| *r != Register::It || *c != card);
                self.bind(to, card);
            }
            Some(_) => bottom = false,
            None => {}
        }
        let undecided = self.locals.bound(Register::It).count();
        let asks = if bottom { undecided > 0 } else { undecided > 1 };
        if asks {
            self.locals.progress = Progress::Arranges { bottom };
            return self.ask(seat, Prompt::Step);
        }
        self.locals.progress = Progress::Nothing;
        let bottom: Refs = self.locals.bound(Register::Other).collect();
        let mut top: Refs = self.locals.bound(Register::Third).collect();
        top.extend(self.locals.bound(Register::It));
        if self.locals.bound(Register::Third).next().is_some() {
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
        let seat = self.seat;
        let mut left = match self.locals.progress {
            Progress::Picks { left } => left,
            _ => {
                self.locals.forget(Register::It);
                self.locals.forget(Register::Other);
                search.up_to
            }
        };
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Other, self.scene.reference(slot));
                left = left.saturating_sub(1);
            }
            Some(_) => left = 0,
            None => {}
        }
        if left > 0 && !self.scene.board.players[usize::from(seat)].deck.is_empty() {
            self.locals.progress = Progress::Picks { left };
            return self.ask(seat, Prompt::Step);
        }
        self.locals.progress = Progress::Nothing;
        let chosen: Refs = self.locals.bound(Register::Other).collect();
        self.locals.forget(Register::Other);
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
        let Some(card) = self.locals.bound(Register::Other).next() else { return Flow::Next };
        let first = self.locals.bound.iter().position(|(r, _)| *r == Register::Other);
        self.locals.bound.remove(first.unwrap_or_default());
        let more = self.locals.bound(Register::Other).next().is_some();
        let kind = self.scene.printed(card.slot).kind();
        if kind == vocabulary::Kind::Unit && self.scene.is_current(card) {
            self.begin(self.play_frame(card.slot, Payment::Free.into(), None, more));
        } else {
            self.propose(Proposal::new(Verb::ToBottom, card, self.seat));
        }
        Flow::Again
    }
}
