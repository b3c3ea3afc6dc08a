//! The steps of abilities.

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::streams::{Purpose, below};
use cardmill_kernel::table::Fault;

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::options;
use crate::proposal::{Proposal, Verb};
use crate::scene::Refs;
use crate::vocabulary::{
    self as vocabulary, Condition, Count, Due, Measure, Place, Payment, Register, SearchStep,
    SearchThen, Step, Who, Whom,
};

impl Run<'_, '_, '_, '_> {
    pub(super) fn step(&mut self, step: &Step) -> Flow {
        match step {
            Step::Choose(choice) => return self.choose(choice),
            Step::ChooseArena => {
                return match self.answer.take() {
                    Some(Choice::In(arena)) => {
                        self.frame.locals.arena = arena;
                        Flow::Next
                    }
                    _ => self.ask(self.frame.seat, Prompt::Step),
                };
            }
            Step::Damage { to, amount, per, plus, by } => {
                let points = self.amount((*amount).into(), per) + i16::from(*plus);
                let by = by.as_ref().map(|by| self.scene.first(by, &self.cx()));
                self.damage_each(to, points, by);
            }
            Step::Divide { among, amount, per, by } => {
                return self.divide(among, (*amount).into(), per, by.as_ref());
            }
            Step::Heal { on, amount, per } => {
                let points = self.amount((*amount).into(), per);
                self.each(on, |card, seat| Proposal::new(Verb::Heal, card, seat).amount(points));
            }
            Step::HealUpTo { amount, .. } => return self.heal_up_to(*amount),
            Step::Defeat(list) => self.each(list, |card, seat| Proposal::new(Verb::Defeat, card, seat)),
            Step::Exhaust(list) => self.each(list, |card, seat| Proposal::new(Verb::Exhaust, card, seat)),
            Step::Ready(list) => self.each(list, |card, seat| Proposal::new(Verb::Ready, card, seat)),
            Step::ReadyResources(who, n) => self.resources(*who, *n, Verb::ReadyResources),
            Step::ExhaustResources(who, n) => self.resources(*who, *n, Verb::ExhaustResources),
            Step::Pay(n) => {
                if self.scene.board.players[usize::from(self.frame.seat)].ready >= *n {
                    let pay = Proposal::new(Verb::Spend, self.frame.source, self.frame.seat);
                    self.propose(pay.amount((*n).into()));
                }
            }
            Step::PayAny => return self.pay_any(),
            Step::Give { token, to, count, per } => {
                let n = self.amount((*count).into(), per);
                if n > 0 {
                    let verb = Verb::Give(*token);
                    self.each(to, |card, seat| Proposal::new(verb, card, seat).amount(n));
                }
            }
            Step::Draw(who, n) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    for _ in 0..*n {
                        self.propose(Proposal::new(Verb::Draw, Ref::NONE, seat));
                    }
                }
            }
            Step::Discard { .. } => return self.discard(step),
            Step::DiscardHand(who) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    for &slot in &self.scene.board.players[usize::from(seat)].hand {
                        self.out.proposals.push(Proposal::new(Verb::Discard, self.scene.reference(slot), seat));
                    }
                }
                if self.out.proposals.is_empty() {
                    // Without cards the hand counts as discarded (CR 1.14.6).
                    self.frame.locals.did = true;
                    return Flow::Next;
                }
            }
            Step::DiscardDeck { who, count, per } => {
                let n = self.amount((*count).into(), per);
                self.frame.locals.forget(Register::It);
                for seat in self.scene.seats(*who, &self.cx()) {
                    self.mill(seat, n);
                }
            }
            Step::DiscardCards(list) => self.each(list, |card, seat| Proposal::new(Verb::Discard, card, seat)),
            Step::LookAtHand(who) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    self.look_at_hand(seat);
                }
            }
            Step::LookTop => {
                self.frame.locals.forget(Register::It);
                let top = self.scene.board.players[usize::from(self.frame.seat)].deck.last().copied();
                if let Some(slot) = top {
                    self.bind(Register::It, self.scene.reference(slot));
                    self.propose(Proposal::new(Verb::Look, self.scene.reference(slot), self.frame.seat));
                }
            }
            Step::Reveal(whom) => {
                self.each(core::slice::from_ref(whom), |card, seat| Proposal::new(Verb::Reveal, card, seat));
            }
            Step::Arrange(n) => return self.arrange(*n),
            Step::DrawCards(whom) => {
                self.each(core::slice::from_ref(whom), |card, seat| Proposal::new(Verb::ToHand, card, seat));
            }
            Step::ToHand(list) => self.each(list, |card, seat| Proposal::new(Verb::ToHand, card, seat)),
            Step::ToBottom(list) => {
                let mut cards = Refs::new();
                for whom in list {
                    self.scene.whom(whom, &self.cx(), &mut cards);
                }
                self.put_on_bottom(&mut cards);
            }
            Step::ToResources { what, ready } => {
                self.each(core::slice::from_ref(what), |card, seat| {
                    Proposal::new(Verb::ToResources, card, seat).ready(*ready)
                });
            }
            Step::ResourceTop { ready } => {
                let top = self.scene.board.players[usize::from(self.frame.seat)].deck.last().copied();
                if let Some(slot) = top {
                    let card = self.scene.reference(slot);
                    self.propose(Proposal::new(Verb::ToResources, card, self.frame.seat).ready(*ready));
                }
            }
            Step::TakeControl { what, who } => {
                let mut cards = Refs::new();
                self.scene.whom(what, &self.cx(), &mut cards);
                for card in cards {
                    let seat = match who {
                        Who::OwnerOfIt => self.scene.card(card.slot).owner,
                        _ => self.scene.seat(*who, &self.cx()),
                    };
                    self.propose(Proposal::new(Verb::TakeControl, card, seat));
                }
            }
            Step::Search(search) => return self.search(search),
            // Compiled into instructions of their own.
            Step::May(_)
            | Step::If(..)
            | Step::Modes { .. }
            | Step::Attack(_)
            | Step::Play(_)
            | Step::Lasting { .. }
            | Step::NextCostsLess { .. }
            | Step::Delayed { .. } => {
                self.out.fault = Some(Fault::Invariant("a compiled step was run as it is"));
            }
        }
        Flow::Then
    }

    fn amount(&self, amount: i16, per: &Measure) -> i16 {
        amount * self.scene.measure(per, &self.cx())
    }

    /// Proposes the same for every card named, with this card as the source.
    fn each(&mut self, list: &[Whom], make: impl Fn(Ref, Seat) -> Proposal) {
        let mut cards = Refs::new();
        for whom in list {
            self.scene.whom(whom, &self.cx(), &mut cards);
        }
        let (seat, source) = (self.frame.seat, self.frame.source);
        self.out.proposals.extend(cards.into_iter().map(|card| make(card, seat).by(source)));
    }

    fn damage_each(&mut self, to: &[Whom], points: i16, by: Option<Ref>) {
        if points <= 0 {
            return;
        }
        let source = by.unwrap_or(self.frame.source);
        self.each(to, |card, seat| Proposal::new(Verb::Damage, card, seat).amount(points).by(source));
    }

    fn resources(&mut self, who: Who, n: u8, verb: Verb) {
        for seat in self.scene.seats(who, &self.cx()) {
            self.propose(Proposal::new(verb, Ref::NONE, seat).amount(n.into()));
        }
    }

    fn put_on_bottom(&mut self, cards: &mut Refs) {
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

    fn look_at_hand(&mut self, seat: Seat) {
        for &slot in &self.scene.board.players[usize::from(seat)].hand {
            let card = self.scene.reference(slot);
            self.out.proposals.push(Proposal::new(Verb::Look, card, self.frame.seat));
        }
    }

    /// Discards from the top of a deck and remembers the cards as they are in the pile.
    fn mill(&mut self, seat: Seat, n: i16) {
        let deck = &self.scene.board.players[usize::from(seat)].deck;
        let cards: Refs = deck.iter().rev().take(n.max(0) as usize).map(|&s| self.scene.reference(s)).collect();
        for card in cards {
            self.propose(Proposal::new(Verb::Discard, card, seat));
            self.bind(Register::It, renewed(card));
        }
    }

    fn choose(&mut self, choice: &vocabulary::Choice) -> Flow {
        let register = choice.register;
        if !self.frame.locals.asking {
            self.frame.locals.forget(register);
            self.frame.locals.asking = true;
            self.frame.locals.left = match choice.count {
                Count::One => 1,
                Count::Exactly(n) | Count::UpTo(n) => n,
                Count::Any => u8::MAX,
            };
        }
        match self.answer.take() {
            None => {
                let seat = self.scene.seat(choice.by, &self.cx());
                return self.ask(seat, Prompt::Step);
            }
            Some(Choice::Card(slot)) => {
                self.bind(register, self.scene.reference(slot));
                self.frame.locals.left -= 1;
                if self.frame.locals.left > 0 {
                    let seat = self.scene.seat(choice.by, &self.cx());
                    return self.ask(seat, Prompt::Step);
                }
            }
            Some(_) => {}
        }
        self.frame.locals.asking = false;
        let chosen = self.frame.locals.bound(register).next().is_some();
        self.frame.locals.did = chosen;
        Flow::Next
    }

    fn divide(
        &mut self,
        among: &vocabulary::Filter,
        amount: i16,
        per: &Measure,
        by: Option<&Whom>,
    ) -> Flow {
        if !self.frame.locals.asking {
            self.frame.locals.points.clear();
            self.frame.locals.asking = true;
            self.frame.locals.left = self.amount(amount, per).clamp(0, 250) as u8;
            let mut found = Refs::new();
            self.scene.candidates(among, &self.cx(), &mut found);
            if found.is_empty() {
                self.frame.locals.left = 0;
            }
        }
        if let Some(Choice::Card(slot)) = self.answer.take() {
            self.point(slot);
        }
        if self.frame.locals.left > 0 && self.out.fault.is_none() {
            return self.ask(self.frame.seat, Prompt::Step);
        }
        self.frame.locals.asking = false;
        let source = by.map_or(self.frame.source, |by| self.scene.first(by, &self.cx()));
        for (slot, points) in self.frame.locals.points.take() {
            let card = self.scene.reference(slot);
            let damage = Proposal::new(Verb::Damage, card, self.frame.seat);
            self.propose(damage.amount(points.into()).by(source));
        }
        Flow::Then
    }

    /// One more point for a card.
    fn point(&mut self, slot: Slot) {
        let locals = &mut self.frame.locals;
        locals.left = locals.left.saturating_sub(1);
        if let Some((_, points)) = locals.points.iter_mut().find(|(s, _)| *s == slot) {
            *points += 1;
        } else if locals.points.try_push((slot, 1)).is_err() {
            self.out.fault = Some(Fault::Overflow("targets of divided points"));
        }
    }

    fn heal_up_to(&mut self, amount: u8) -> Flow {
        if !self.frame.locals.asking {
            self.frame.locals.points.clear();
            self.frame.locals.asking = true;
            self.frame.locals.left = amount;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => self.point(slot),
            Some(_) => self.frame.locals.left = 0,
            None => {}
        }
        if self.frame.locals.left > 0 && self.out.fault.is_none() {
            return self.ask(self.frame.seat, Prompt::Step);
        }
        self.frame.locals.asking = false;
        let points = self.frame.locals.points.take();
        self.frame.locals.number = points.iter().map(|(_, n)| i16::from(*n)).sum();
        for (slot, n) in points {
            let heal = Proposal::new(Verb::Heal, self.scene.reference(slot), self.frame.seat);
            self.propose(heal.amount(n.into()).by(self.frame.source));
        }
        Flow::Then
    }

    fn pay_any(&mut self) -> Flow {
        match self.answer.take() {
            Some(Choice::Number(n)) => {
                self.frame.locals.number = n.into();
                if n > 0 {
                    let pay = Proposal::new(Verb::Spend, self.frame.source, self.frame.seat);
                    self.propose(pay.amount(n.into()));
                }
                Flow::Then
            }
            _ => self.ask(self.frame.seat, Prompt::Step),
        }
    }

    fn discard(&mut self, step: &Step) -> Flow {
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
    fn discard_bound(&mut self, seat: Seat) -> Flow {
        let cards: Refs = self.frame.locals.bound(Register::It).collect();
        self.frame.locals.forget(Register::It);
        self.frame.locals.number = cards.len() as i16;
        for card in cards {
            self.propose(Proposal::new(Verb::Discard, card, seat));
            self.bind(Register::It, renewed(card));
        }
        Flow::Then
    }

    /// `It` holds what is still to be decided, `Other` what goes to the bottom, `Third` the new
    /// top, the topmost first.
    fn arrange(&mut self, n: u8) -> Flow {
        let seat = self.frame.seat;
        if !self.frame.locals.asking {
            for register in [Register::It, Register::Other, Register::Third] {
                self.frame.locals.forget(register);
            }
            self.frame.locals.asking = true;
            self.frame.locals.left = 1; // Choosing what goes to the bottom.
            let deck = &self.scene.board.players[usize::from(seat)].deck;
            let top: Refs = deck.iter().rev().take(n.into()).map(|&s| self.scene.reference(s)).collect();
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
    fn search(&mut self, search: &SearchStep) -> Flow {
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
        if self.frame.locals.left > 0 && !self.scene.board.players[usize::from(seat)].deck.is_empty() {
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
                    self.bind(Register::Other, renewed(card));
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
            let mut frame = self.play_frame(card.slot, Payment::Free, None, more);
            frame.seat = self.frame.seat;
            self.begin(frame);
        } else {
            self.propose(Proposal::new(Verb::ToBottom, card, self.frame.seat));
        }
        Flow::Again
    }

    pub(super) fn attack(&mut self, index: u16) -> Flow {
        let attack = &self.scene.catalogue.tables.attacks[usize::from(index)];
        let chosen = match (&attack.step.unit, self.answer.take()) {
            (Some(unit), _) => {
                let unit = self.scene.first(unit, &self.cx());
                let limits = crate::attack::Limits { no_bases: attack.step.no_bases, units_only: false };
                let able = self.scene.unit(unit).is_some_and(|c| c.controller == self.frame.seat)
                    && crate::attack::can_attack(&self.scene, unit.slot, attack.step.even_exhausted, limits);
                able.then_some(unit)
            }
            (None, Some(Choice::Card(slot))) => Some(self.scene.reference(slot)),
            (None, Some(_)) => None,
            (None, None) => return self.ask(self.frame.seat, Prompt::Step),
        };
        self.frame.locals.forget(attack.step.register);
        let Some(unit) = chosen else { return Flow::Then };
        self.bind(attack.step.register, unit);
        let seat = self.frame.seat;
        let mut grant = |list: u16| {
            let last = Proposal::new(Verb::Last(vocabulary::Until::Attack), unit, seat);
            self.out.proposals.push(last.number(list).by(unit));
        };
        if !attack.step.grant.is_empty() {
            grant(attack.grant);
        }
        let besides = attack.step.grant_if.as_ref().map(|(condition, _)| condition);
        if besides.is_some_and(|c| self.attacker_holds(c, unit)) {
            let last = Proposal::new(Verb::Last(vocabulary::Until::Attack), unit, seat);
            self.out.proposals.push(last.number(attack.grant_if).by(unit));
        }
        let frame = self.attack_frame(unit, Some(index));
        self.begin(frame);
        self.frame.locals.did = true;
        Flow::Then
    }

    /// A condition about the attacker that was just chosen, as `It`.
    fn attacker_holds(&self, condition: &Condition, unit: Ref) -> bool {
        let mut locals = self.frame.locals.clone();
        locals.forget(Register::It);
        locals.bind(Register::It, unit);
        let cx = crate::scene::Context { locals: Some(&locals), ..self.cx() };
        self.scene.holds(condition, &cx)
    }

    pub(super) fn play(&mut self, index: u16) -> Flow {
        let play = &self.scene.catalogue.tables.plays[usize::from(index)];
        let silent = play.step.what.place == Place::Looked && !play.step.may;
        let slot = match self.answer.take() {
            Some(Choice::Card(slot)) => slot,
            Some(_) => {
                self.frame.locals.forget(Register::It);
                return Flow::Then;
            }
            None if silent && options::plays(self, &play.step).next().is_none() => return Flow::Then,
            None => return self.ask(self.frame.seat, Prompt::Step),
        };
        let card = self.scene.reference(slot);
        let mut frame = self.play_frame(slot, play.step.pay, Some(index), false);
        frame.seat = self.frame.seat;
        self.frame.locals.forget(Register::It);
        self.bind(Register::It, renewed(card));
        self.frame.locals.did = true;
        self.begin(frame);
        Flow::Then
    }

    pub(super) fn lasting(&mut self, step: &Step, grants: u16) -> Flow {
        let Step::Lasting { on, until, .. } = step else { return Flow::Next };
        let until = *until;
        self.each(on, |card, seat| Proposal::new(Verb::Last(until), card, seat).number(grants));
        Flow::Then
    }

    pub(super) fn discount(&mut self, discount: u16) -> Flow {
        let create = Proposal::new(Verb::Discount, Ref::NONE, self.frame.seat);
        self.propose(create.number(discount).by(self.frame.source));
        Flow::Then
    }

    pub(super) fn delay(&mut self, due: Due, program: u16) -> Flow {
        let create = Proposal::new(Verb::Delay(due), Ref::NONE, self.frame.seat);
        self.propose(create.number(program).by(self.frame.source));
        Flow::Then
    }
}

impl Run<'_, '_, '_, '_> {
    /// A delayed effect begins: what it remembers becomes `It`.
    pub(super) fn recall(&mut self) -> Flow {
        let number = self.frame.locals.number as u16;
        let entity = self.scene.roster.effects[usize::from(number)];
        if let Ok(effect) = self.effects.get(entity) {
            for &card in &effect.it {
                self.bind(Register::It, card);
            }
        }
        self.propose(Proposal::new(Verb::Spent, Ref::NONE, self.frame.seat).number(number));
        Flow::Then
    }
}

/// The reference a card has after its next change of zone.
pub(crate) const fn renewed(card: Ref) -> Ref {
    Ref { incarnation: card.incarnation.wrapping_add(1), ..card }
}
