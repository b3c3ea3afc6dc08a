//! The `Advance` stage: each busy table runs instructions of its top program until it proposes a
//! change, asks a player, or begins another program.

use cardmill_kernel::card::{Ref, Seat};
pub(crate) use cardmill_kernel::rules::Flow;
use cardmill_kernel::rules::Out;
use cardmill_kernel::stack::Frame;
use cardmill_kernel::streams::{Purpose, Streams};
use cardmill_kernel::table::Fault;
use cardmill_kernel::window::Waiting;

use crate::board::{Attack, AttackOver, Board};
use crate::choice::{Choice, Points, Progress, Prompt, Resolving, Unlimited};
use crate::constant::Modifiers;
use crate::effect::{Effect, EffectKind, Effects};
use crate::procedure::{Locals, Numbered};
use crate::program::Op;
use crate::proposal::{Proposal, Verb};
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::trigger::USES;
use crate::vocabulary::{Measure, Register, Step, Who, Whom};
use crate::words::measure::Deed;
use crate::words::step::choose::Choice as Choosing;
use crate::words::step::delayed::recall;
use crate::words::step::each_card;
use crate::words::step::{Choose, Does, Question};

/// A change of the turn, which no rule watches or replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The active player did something else than passing.
    Acted,
    /// The turn passes.
    Passes,
    /// The innermost attack is over.
    AttackEnds,
    /// Nothing is unresolved: what left play needs no remembering.
    Quiet,
}

/// A program at one of its instructions, with what such programs remember.
pub(crate) struct Run<'r, L = Resolving> {
    pub(crate) scene: Scene<'r>,
    /// Which program.
    pub(crate) program: u16,
    /// Which instruction.
    pub(crate) at: u16,
    /// Who resolves it.
    pub(crate) seat: Seat,
    /// The card it comes from.
    pub(crate) source: Ref,
    /// What the event that began it happened to.
    pub(crate) subject: Ref,
    pub(crate) locals: &'r mut L,
    pub(crate) streams: &'r mut Streams,
    pub(crate) out: &'r mut Out<Unlimited>,
    /// Where abilities that trigger from here on would be collected.
    pub(crate) collection: u16,
    /// The answer to what this instruction asked.
    pub(crate) answer: Option<Choice>,
}

/// How many instructions behind a choice what is chosen is attached, where it is for that.
const ATTACHING: usize = 6;

/// Makes a change of the turn. Returns whether constant abilities rest on it.
pub(crate) fn change(board: &mut Board, modifiers: &mut Modifiers, turn: Turn) -> bool {
    match turn {
        Turn::Acted => {
            board.passes = 0;
            let deeds = &mut board.players[usize::from(board.active)].phase.deeds;
            deeds.add(Deed::Actions, 1);
            deeds.attacked_base = false;
        }
        Turn::Passes => board.active = 1 - board.active,
        Turn::AttackEnds => {
            if let Some(Attack { attacker, base_damage, .. }) = board.attacks.pop() {
                board.over = AttackOver { attacker, base_damage };
            }
            // "While attacking" applies again to the attack that this one was nested in.
            let Some(attack) = board.attack() else { return modifiers.change(Reads::ATTACK_ENDS) };
            if attack.attacker.is_some() {
                modifiers.outdate(attack.attacker.slot);
            }
            modifiers.change(Reads::WHOLE_ATTACK);
            return true;
        }
        Turn::Quiet => board.departures.clear(),
    }
    false
}

impl<L> Run<'_, L> {
    /// Asks; the same instruction takes the answer.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((seat, prompt));
        Flow::Again
    }

    pub(crate) fn propose(&mut self, proposal: Proposal) {
        self.out.proposals.push(proposal);
    }

    /// A triggered ability is used outside of its trigger: it waits for whom this one is resolved
    /// by.
    pub(crate) fn wait(&mut self, program: u16, source: Ref, subject: Ref) {
        self.out.waiting.push(Waiting { subject, ..Waiting::new(program, self.seat, source) });
    }

    /// A program begins above this one.
    pub(crate) fn begin(&mut self, frame: Frame<Locals>) {
        self.out.frames.push(frame);
    }

    /// A frame for a procedure of this program's controller and source, which does not collect.
    pub(crate) fn call<P: Numbered + Into<Locals>>(&self, procedure: P) -> Frame<Locals> {
        self.frame(P::PROGRAM, procedure.into())
    }

    /// A frame for an ability of this program's controller and source, which does not collect.
    pub(crate) fn resolve(&self, program: u16, locals: Resolving) -> Frame<Locals> {
        self.frame(program, Locals::Ability(locals))
    }

    fn frame(&self, program: u16, locals: Locals) -> Frame<Locals> {
        let (seat, source, subject) = (self.seat, self.source, self.subject);
        Frame { program, at: 0, seat, source, subject, collects: None, locals }
    }

    pub(crate) fn base(&self, seat: Seat) -> Ref {
        self.scene.reference(self.scene.board.players[usize::from(seat)].base)
    }
}

impl Run<'_> {
    pub(crate) fn cx(&self) -> Context<'_> {
        Context {
            seat: self.seat,
            source: self.source,
            subject: self.subject,
            locals: Some(self.locals),
            target: Ref::NONE,
            dealer: Ref::NONE,
        }
    }

    /// This ability has a player take an action, with modifications. What triggers from here on
    /// waits until it is resolved, and is resolved before all that waited already (CR 7.1.6B,
    /// 7.1.6D, 7.1.6E, 7.6.12).
    pub(crate) const fn nests(&mut self) {
        self.locals.nests = true;
    }

    /// Runs the instruction at which an ability stands.
    pub(crate) fn instruction(&mut self) -> Flow {
        let op = &self.scene.catalogue.program(self.program)[usize::from(self.at)];
        self.op(op)
    }

    /// Does something as though another player resolved the ability.
    pub(crate) fn acting(&mut self, who: Who, act: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let you = self.seat;
        self.seat = self.scene.seat(who, &self.cx());
        let flow = act(self);
        self.seat = you;
        flow
    }

    /// Runs steps that ask nothing.
    pub(crate) fn plainly(&mut self, steps: &[Step]) {
        for step in steps {
            step.run(self);
        }
    }

    /// The table is set aside.
    pub(crate) fn broken(&mut self, why: &'static str) -> Flow {
        self.out.fault = Some(Fault::Invariant(why));
        Flow::Then
    }

    pub(crate) fn bind(&mut self, register: Register, card: Ref) {
        if !self.locals.bind(register, card) {
            self.out.fault = Some(Fault::Overflow("cards bound by a program"));
        }
    }

    fn op(&mut self, op: &Op) -> Flow {
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

    /// Whether the instructions from `at` up to `end` can do anything as things stand, or are about
    /// cards that are still to be chosen (what cannot be done is not offered).
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

    /// Whether what is chosen can be attached, if it is for that, by the instructions from `at` on: what
    /// becomes an upgrade is there, and where a unit for it is chosen next, some card has one.
    pub(crate) fn attaches(&mut self, choice: &Choosing, at: u16) -> bool {
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

    /// Whether the instructions from `at` on may attach something, or do something else first.
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

    /// Whether any of these cards is where it was.
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
        let is_on = |attack: &Attack| attack.is_on() && attack.attacker == self.subject;
        if self.scene.board.attack().is_some_and(is_on) {
            self.propose(Proposal::new(Verb::AttackIsOver, self.subject, self.seat));
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
}
