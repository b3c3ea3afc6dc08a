//! Modified actions and effects that outlive their ability (CR 7.1.6, 7.7).

use cardmill_kernel::card::Ref;

use super::{Flow, Run};
use crate::attack::{Terms, can_attack};
use crate::choice::{Choice, Prompt};
use crate::cost::payment;
use crate::options;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Condition, Place, Register, Step, Until};

impl Run<'_> {
    pub(super) fn attack(&mut self, index: u16) -> Flow {
        let attack = &self.scene.catalogue.tables.attacks[usize::from(index)];
        let chosen = match (&attack.step.unit, self.answer.take()) {
            (Some(unit), _) => {
                let unit = self.scene.first(unit, &self.cx());
                let able = self.scene.unit(unit).is_some_and(|c| c.controller == self.frame.seat)
                    && can_attack(&self.scene, unit.slot, Terms::of(&attack.step));
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
        let last = Proposal::new(Verb::Last(Until::Attack), unit, seat).by(unit);
        if !attack.step.grant.is_empty() {
            self.propose(last.number(attack.grant));
        }
        let besides = attack.step.grant_if.as_ref().map(|(condition, _)| condition);
        if besides.is_some_and(|c| self.attacker_holds(c, unit)) {
            self.propose(last.number(attack.grant_if));
        }
        let frame = self.attack_frame(unit, Some(index));
        self.begin(frame);
        self.frame.locals.did = true;
        Flow::Then
    }

    /// A condition about the attacker that was just chosen, as `It`.
    pub(super) fn attacker_holds(&self, condition: &Condition, unit: Ref) -> bool {
        let mut locals = self.frame.locals;
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
            None if silent && options::plays(self, &play.step).next().is_none() => {
                return Flow::Then;
            }
            None => return self.ask(self.frame.seat, Prompt::Step),
        };
        let card = self.scene.reference(slot);
        let pay = payment(&self.scene, &play.step, slot, &self.cx());
        let mut frame = self.play_frame(slot, pay.into(), Some(index), false);
        frame.seat = self.frame.seat;
        self.frame.locals.forget(Register::It);
        self.bind(Register::It, card.next());
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

    pub(super) fn replace(&mut self, replacement: u16) -> Flow {
        let create = Proposal::new(Verb::Replace, Ref::NONE, self.frame.seat);
        self.propose(create.number(replacement).by(self.frame.source));
        Flow::Then
    }

    pub(super) fn discount(&mut self, discount: u16) -> Flow {
        let create = Proposal::new(Verb::Discount, Ref::NONE, self.frame.seat);
        self.propose(create.number(discount).by(self.frame.source));
        Flow::Then
    }

    pub(super) fn delay(&mut self, delay: u16) -> Flow {
        let create = Proposal::new(Verb::Delay, Ref::NONE, self.frame.seat);
        self.propose(create.number(delay).by(self.frame.source));
        Flow::Then
    }

    /// A delayed effect begins: what it remembers becomes `It`.
    pub(super) fn recall(&mut self) -> Flow {
        self.frame.locals.hide(Register::It);
        let number = self.frame.locals.number as u16;
        for &card in &self.scene.effect(number).it {
            self.bind(Register::It, card);
        }
        self.propose(Proposal::new(Verb::Spent, Ref::NONE, self.frame.seat).number(number));
        Flow::Then
    }
}
