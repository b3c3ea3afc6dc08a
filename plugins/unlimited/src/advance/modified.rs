//! Modified actions and effects that outlive their ability (CR 7.1.6, 7.7).

use cardmill_kernel::card::Ref;

use super::{Flow, Run};
use crate::attack::{Terms, can_attack};
use crate::choice::{Choice, Progress, Prompt};
use crate::cost::payment;
use crate::procedure::Attack;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Condition, Place, Register, Step, Until};

impl Run<'_> {
    pub(super) fn attack(&mut self, index: u16) -> Flow {
        let attack = &self.scene.catalogue.tables.attacks[usize::from(index)];
        let chosen = match (&attack.step.unit, self.answer.take()) {
            (Some(unit), _) => {
                let unit = self.scene.first(unit, &self.cx());
                let able = self.scene.unit(unit).is_some_and(|c| c.controller == self.seat)
                    && can_attack(&self.scene, unit.slot, Terms::of(&attack.step));
                able.then_some(unit)
            }
            (None, Some(Choice::Card(slot))) => Some(self.scene.reference(slot)),
            (None, Some(_)) => None,
            (None, None) => return self.ask(self.seat, Prompt::Step),
        };
        self.locals.forget(attack.step.register);
        let Some(unit) = chosen else { return Flow::Then };
        self.bind(attack.step.register, unit);
        let seat = self.seat;
        let last = Proposal::new(Verb::Last(Until::Attack), unit, seat).by(unit);
        if !attack.step.grant.is_empty() {
            self.propose(last.number(attack.grant));
        }
        let besides = attack.step.grant_if.as_ref().map(|(condition, _)| condition);
        if besides.is_some_and(|c| self.attacker_holds(c, unit)) {
            self.propose(last.number(attack.grant_if));
        }
        self.begin(self.attack_frame(Attack::with(unit, Some(index))));
        self.locals.did = true;
        Flow::Then
    }

    /// A condition about the attacker that was just chosen, as `It`.
    pub(super) fn attacker_holds(&self, condition: &Condition, unit: Ref) -> bool {
        let mut locals = *self.locals;
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
                self.locals.forget(Register::It);
                return Flow::Then;
            }
            None if silent && self.plays(&play.step).next().is_none() => {
                return Flow::Then;
            }
            None => return self.ask(self.seat, Prompt::Step),
        };
        let card = self.scene.reference(slot);
        let pay = payment(&self.scene, &play.step, slot, &self.cx());
        let frame = self.play_frame(slot, pay.into(), Some(index), false);
        self.locals.forget(Register::It);
        self.bind(Register::It, card.next());
        self.locals.did = true;
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
        let create = Proposal::new(Verb::Replace, Ref::NONE, self.seat);
        self.propose(create.number(replacement).by(self.source));
        Flow::Then
    }

    pub(super) fn discount(&mut self, discount: u16) -> Flow {
        let create = Proposal::new(Verb::Discount, Ref::NONE, self.seat);
        self.propose(create.number(discount).by(self.source));
        Flow::Then
    }

    pub(super) fn delay(&mut self, delay: u16) -> Flow {
        let create = Proposal::new(Verb::Delay, Ref::NONE, self.seat);
        self.propose(create.number(delay).by(self.source));
        Flow::Then
    }

    /// A delayed effect begins: what it remembers becomes `It`.
    pub(super) fn recall(&mut self) -> Flow {
        self.locals.hide(Register::It);
        let Progress::Recalls { effect } = self.locals.progress else { return Flow::End };
        self.locals.progress = Progress::Nothing;
        for &card in &self.scene.effect(effect).it {
            self.bind(Register::It, card);
        }
        self.propose(Proposal::new(Verb::Spent, Ref::NONE, self.seat).number(effect));
        Flow::Then
    }
}
