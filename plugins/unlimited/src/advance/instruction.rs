//! Instructions of abilities, as they are run.

use cardmill_kernel::streams::Purpose;
use cardmill_kernel::table::Fault;

use super::{Flow, Run};
use crate::board::Attack;
use crate::choice::Points;
use crate::facts::USES;
use crate::prelude::*;
use crate::words::measure::Measure;
use crate::words::step::choose::Among;
use crate::words::step::delayed::recall;
use crate::words::step::word::{Does, Question};
use crate::words::step::{Choose, Step, each_card};

/// The number of instructions behind a choice among which the chosen card is attached, if it is
/// chosen for that.
const ATTACHING: usize = 6;

impl Run<'_> {
    /// Runs the instruction at which an ability stands.
    pub(crate) fn instruction(&mut self) -> Flow {
        let op = &self.scene.catalogue.program(self.program)[usize::from(self.at)];
        if self.scene.board.players.are_many() { self.among_many(op) } else { self.op(op) }
    }

    /// Runs steps that ask nothing.
    pub(crate) fn plainly(&mut self, steps: &[Step]) {
        for step in steps {
            step.run(self);
        }
    }

    pub(super) fn op(&mut self, op: &Op) -> Flow {
        match op {
            Op::End => Flow::End,
            Op::Jump(to) => Flow::Jump(*to),
            Op::Unless(condition, to) => {
                if self.scene.holds(condition, &self.cx()) {
                    Flow::Next
                } else {
                    Flow::Jump(*to)
                }
            }
            Op::May(decision) => decision.asks(self),
            Op::Modes(list) => list.asks(self),
            Op::EachPlayer(turns) => turns.asks(self),
            Op::Next(end) => each_card::next(self, *end),
            Op::Survivor => {
                let survived = self.scene.in_play(self.subject).is_some();
                if survived { Flow::Next } else { Flow::End }
            }
            Op::UnlessUsed(by) => match self.scene.unused(self.source, *by) {
                Some(_) => Flow::Next,
                None => Flow::End,
            },
            Op::MarkUsed(by) => self.mark_used(*by),
            Op::Used(timings) => self.used(*timings),
            Op::AfterAttack => self.after_attack(),
            Op::Do(step) => step.run(self),
            Op::Attack(attack) => attack.asks(self),
            Op::Play(play) => play.asks(self),
            Op::Lasting(step, grants) => {
                if let Step::Lasting(lasting) = &**step {
                    lasting.last(*grants, self);
                }
                Flow::Then
            }
            Op::Create(verb, number) => {
                let create = Proposal::new(*verb, Ref::NONE, self.seat);
                self.propose(create.number(*number).by(self.source));
                Flow::Then
            }
            Op::Rounds(times, end) => {
                let times = self.scene.measure(times, &self.cx()).clamp(0, u8::MAX.into());
                self.locals.times = times as u8;
                if times > 0 { Flow::Next } else { Flow::Jump(*end) }
            }
            Op::Round(from) => {
                let times = &mut self.locals.times;
                *times = times.saturating_sub(1);
                if *times > 0 { Flow::Jump(*from) } else { Flow::Next }
            }
            Op::Recall => recall(self),
        }
    }

    /// Returns `true` if the instructions from `at` up to `end` can do anything as things stand, or
    /// are about cards that are still to be chosen (what cannot be done is not offered).
    pub(crate) fn can(&mut self, at: u16, end: u16) -> bool {
        let before = *self.locals;
        self.locals.did = false;
        let can = self.can_from(at, end);
        *self.locals = before;
        can
    }

    /// The first of them says it; what is chosen without finding anything is nothing yet, and what
    /// comes next is done as far as it can be.
    fn can_from(&mut self, mut at: u16, end: u16) -> bool {
        let ops = self.scene.catalogue.program(self.program);
        let mut found_nothing = false;
        while at < end {
            let op = &ops[usize::from(at)];
            at += 1;
            let can = match op {
                Op::MarkUsed(_) => continue,
                Op::Unless(condition, to) => {
                    if !self.scene.holds(condition, &self.cx()) {
                        at = *to;
                    }
                    continue;
                }
                Op::Do(step) => match &**step {
                    Step::Choose(choose) if choose.can(self) => {
                        return self.attaches(&choose.0, at);
                    }
                    Step::Choose(Choose(choice)) => {
                        self.locals.forget(choice.register);
                        found_nothing = true;
                        continue;
                    }
                    step => step.can(self),
                },
                Op::Play(play) => play.can(self),
                Op::Modes(list) => list.starts.iter().any(|&start| self.can_from(start, list.end)),
                Op::Lasting(step, _) => match &**step {
                    Step::Lasting(lasting) => lasting.can(self),
                    _ => true,
                },
                // Behind what was left out, or at the end of an option.
                Op::Jump(_) | Op::Used(_) | Op::End => false,
                _ => true,
            };
            if can || !found_nothing {
                return can;
            }
        }
        false
    }

    /// Returns `true` if what is chosen can be attached, if it is for that, by the instructions
    /// from `at` on: a card that becomes an upgrade is there, and where a unit for it is chosen
    /// next, some card has one.
    pub(crate) fn attaches(&mut self, choice: &Among, at: u16) -> bool {
        let ops = &self.scene.catalogue.program(self.program)[usize::from(at)..];
        let attach = |op: &Op| matches!(op, Op::Do(step) if matches!(**step, Step::Attach(_)));
        if !choice.is_open() || !ops.iter().take(ATTACHING).any(attach) {
            return true;
        }
        let before = *self.locals;
        let mut found = Refs::new();
        self.scene.candidates(&choice.what, &self.cx(), &mut found);
        let leads = found.iter().any(|card| {
            *self.locals = before;
            self.locals.forget(choice.register);
            self.locals.bind(choice.register, *card);
            self.locals.did = true;
            self.is_attached(at)
        });
        *self.locals = before;
        leads
    }

    /// Returns `true` if the instructions from `at` on may attach something, or do something else
    /// first.
    fn is_attached(&mut self, mut at: u16) -> bool {
        let ops = self.scene.catalogue.program(self.program);
        loop {
            let op = &ops[usize::from(at)];
            at += 1;
            match op {
                Op::Unless(condition, to) => {
                    if !self.scene.holds(condition, &self.cx()) {
                        at = *to;
                    }
                }
                Op::Jump(to) if *to >= at => at = *to,
                Op::Do(step) => match &**step {
                    Step::Choose(Choose(next)) => {
                        if !next.is_open() || next.finds(&self.scene, &self.cx()) {
                            return true;
                        }
                        self.locals.forget(next.register);
                    }
                    Step::Attach(attach) => return attach.can(self),
                    _ => return true,
                },
                _ => return true,
            }
        }
    }

    /// Returns `true` if any of these cards is still where it was.
    pub(crate) fn finds(&self, list: &[Whom]) -> bool {
        let mut cards = Refs::new();
        list.iter().for_each(|whom| self.scene.whom(whom, &self.cx(), &mut cards));
        cards.iter().any(|card| self.scene.is_current(*card))
    }

    fn mark_used(&mut self, by: u16) -> Flow {
        // Of a card that is gone nothing is remembered.
        let Some(card) = self.scene.unused(self.source, by).filter(|c| self.scene.is_current(*c))
        else {
            return Flow::Next;
        };
        self.propose(Proposal::new(Verb::UseAbility, card, self.seat));
        Flow::Then
    }

    /// The attack has ended when what triggers at its end is resolved (CR 7.6.16D). By the seeds it is
    /// still on while other abilities are resolved that wait beside that one (K3).
    fn after_attack(&mut self) -> Flow {
        let of = self.subject;
        let is_on = |a: &&Attack| a.is_on() && (a.attacker == of || a.defends(of));
        if let Some(attack) = self.scene.board.attack().filter(is_on) {
            self.propose(Proposal::new(Verb::AttackIsOver, attack.attacker, self.seat));
        }
        Flow::Next
    }

    /// A triggered ability has been used, with which it ends; told only where a card in play or a
    /// delayed effect would hear it.
    fn used(&mut self, timings: u16) -> Flow {
        let waits = |effect: &Effect| match effect.kind {
            EffectKind::Delayed { delay, .. } => {
                self.scene.catalogue.tables.delays[usize::from(delay)].facts & USES != 0
            }
            _ => false,
        };
        let hears = self.scene.relevance.listens & USES != 0;
        if !hears && !self.scene.effects_of(Effects::DELAYED).any(|(_, effect)| waits(effect)) {
            return Flow::End;
        }
        let used = Proposal::new(Verb::Use, self.source, self.seat);
        self.propose(used.amount(self.program as i16).number(timings));
        Flow::Then
    }

    pub(crate) fn amount(&self, amount: i16, per: &Measure) -> i16 {
        amount.saturating_mul(self.scene.measure(per, &self.cx()))
    }

    /// Proposes the same for every card named, with this card as the source unless it says
    /// another.
    pub(crate) fn each(&mut self, list: &[Whom], make: impl Fn(Ref, Seat) -> Proposal) {
        let mut cards = Refs::new();
        for whom in list {
            self.scene.whom(whom, &self.cx(), &mut cards);
        }
        let (seat, source) = (self.seat, self.source);
        self.out.proposals.extend(cards.into_iter().map(|card| {
            let what = make(card, seat);
            if what.source.is_some() { what } else { what.by(source) }
        }));
    }

    /// Proposes one thing for every card named.
    pub(crate) fn all(&mut self, list: &[Whom], verb: Verb) {
        self.each(list, |card, seat| Proposal::new(verb, card, seat));
    }

    pub(crate) fn resources(&mut self, who: Who, n: u8, verb: Verb) {
        for seat in self.scene.seats(who, &self.cx()) {
            self.propose(Proposal::new(verb, Ref::NONE, seat).amount(n.into()));
        }
    }

    /// Asks for one point after another of so many, each for a card that fits. Returns all points once none is
    /// left.
    pub(crate) fn shared_out(
        &mut self,
        amount: u8,
        per: &Measure,
        among: &Filter,
    ) -> Option<Points> {
        let mut progress = self.locals.progress;
        if progress == Progress::Nothing {
            let mut found = Refs::new();
            self.scene.candidates(among, &self.cx(), &mut found);
            let all = self.amount(amount.into(), per).clamp(0, 250) as u8;
            let left = if found.is_empty() { 0 } else { all };
            progress = Progress::Points { left, given: Points::default() };
        }
        self.points(progress)
    }

    /// Gives the point that was asked for to a card. Returns all points once none is left.
    pub(crate) fn points(&mut self, progress: Progress) -> Option<Points> {
        let Progress::Points { mut left, mut given } = progress else {
            return Some(Points::default());
        };
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                left = left.saturating_sub(1);
                if let Some((_, points)) = given.iter_mut().find(|(s, _)| *s == slot) {
                    *points += 1;
                } else if given.try_push((slot, 1)).is_some() {
                    self.out.fault = Some(Fault::Overflow("targets of divided points"));
                    left = 0;
                }
            }
            Some(_) => left = 0,
            None => {}
        }
        self.locals.progress =
            if left > 0 { Progress::Points { left, given } } else { Progress::Nothing };
        (left == 0).then_some(given)
    }

    pub(crate) fn put_on_bottom(&mut self, cards: &mut Refs) {
        self.streams.shuffle(Purpose::Effect(self.seat), cards);
        for &card in cards.iter() {
            self.propose(Proposal::new(Verb::ToBottom, card, self.seat));
        }
    }

    /// Looks at a hand, or has it revealed.
    pub(crate) fn show_hand(&mut self, seat: Seat, verb: Verb) {
        for &slot in &self.scene.board.players[usize::from(seat)].hand {
            let card = self.scene.reference(slot);
            self.out.proposals.push(Proposal::new(verb, card, self.seat));
        }
    }

    /// Does something as though another player resolved the ability.
    pub(crate) fn acting(&mut self, who: Who, act: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let you = self.seat;
        self.seat = self.scene.seat(who, &self.cx());
        let flow = act(self);
        self.seat = you;
        flow
    }
}
