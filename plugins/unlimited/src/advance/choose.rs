//! Choosing cards, points and numbers, one decision at a time.

use cardmill_kernel::card::Slot;
use cardmill_kernel::table::Fault;

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::scene::Refs;
use crate::vocabulary::{self as vocabulary, Count, Measure, Who, Whom};

impl Run<'_> {
    pub(super) fn choose(&mut self, choice: &vocabulary::Choice) -> Flow {
        let register = choice.register;
        if !self.frame.locals.asking {
            if !choice.more {
                self.frame.locals.forget(register);
            }
            if self.scene.seat(choice.by, &self.cx()) != self.frame.seat {
                self.frame.locals.hide(register);
            }
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

    pub(super) fn divide(
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
    pub(super) fn point(&mut self, slot: Slot) {
        let locals = &mut self.frame.locals;
        locals.left = locals.left.saturating_sub(1);
        if let Some((_, points)) = locals.points.iter_mut().find(|(s, _)| *s == slot) {
            *points += 1;
        } else if locals.points.try_push((slot, 1)).is_some() {
            self.out.fault = Some(Fault::Overflow("targets of divided points"));
        }
    }

    pub(super) fn heal_up_to(&mut self, amount: u8) -> Flow {
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

    /// "Up to" is any number from none (CR 8.30.1).
    pub(super) fn ready_resources(&mut self, who: Who, count: Count) -> Flow {
        let n = match (count, self.answer.take()) {
            (Count::One, _) => 1,
            (Count::Exactly(n), _) => n,
            (Count::UpTo(_) | Count::Any, Some(Choice::Number(n))) => n,
            (Count::UpTo(_) | Count::Any, _) => return self.ask(self.frame.seat, Prompt::Step),
        };
        self.resources(who, n, Verb::ReadyResources);
        Flow::Then
    }

    pub(super) fn pay_any(&mut self) -> Flow {
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
}
