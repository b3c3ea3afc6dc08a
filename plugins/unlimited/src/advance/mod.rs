//! The `Advance` stage: each busy table runs instructions of its top program until it proposes a
//! change, asks a player, or begins another program.

mod choose;
mod look;
mod modified;
mod step;

use cardmill_kernel::advance::Out;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Fault;

use crate::board::Board;
use crate::choice::{Choice, Prompt, Resolving, Taking, Unlimited};
use crate::constant::Modifiers;
use crate::options::playable;
use crate::procedure::{Locals, Numbered};
use crate::program::Op;
use crate::proposal::Proposal;
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::vocabulary::{Measure, PlayStep, Register, Step, Who, Whom};

pub(crate) use cardmill_kernel::advance::Flow;

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

/// Makes a change of the turn. Returns whether constant abilities rest on it.
pub(crate) fn change(board: &mut Board, modifiers: &Modifiers, turn: Turn) -> bool {
    match turn {
        Turn::Acted => board.passes = 0,
        Turn::Passes => board.active = 1 - board.active,
        Turn::AttackEnds => {
            board.attacks.pop();
            // "While attacking" applies again to the attack that this one was nested in.
            let nested = !board.attacks.is_empty() && modifiers.rest_on(Reads::ATTACK);
            return nested || modifiers.rest_on(Reads::ATTACK_ENDS);
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
        }
    }

    /// Runs the instruction at which an ability stands.
    pub(crate) fn instruction(&mut self) -> Flow {
        let op = &self.scene.catalogue.program(self.program)[usize::from(self.at)];
        self.op(op)
    }

    /// Runs steps that ask nothing.
    pub(crate) fn plainly(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
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
            Op::May(to) => self.may(*to),
            Op::Modes { by, choose, per, starts, end, .. } => {
                self.modes(*by, (*choose).into(), per, starts, *end)
            }
            Op::EachPlayer(end) => self.each_player(*end),
            Op::UnlessUsed => self.unless_used(),
            Op::MarkUsed => self.mark_used(),
            Op::Do(step) => self.step(step),
            Op::Attack(attack) => self.attack(*attack),
            Op::Play(play) => self.play(*play),
            Op::Lasting(step, grants) => self.lasting(step, *grants),
            Op::Replace(replacement) => self.replace(*replacement),
            Op::Discount(discount) => self.discount(*discount),
            Op::Delay(delay) => self.delay(*delay),
            Op::PlayFound => self.play_found(),
            Op::Recall => self.recall(),
        }
    }

    /// The cards a play step can play.
    fn plays(&self, step: &PlayStep) -> impl Iterator<Item = Slot> + use<> {
        let mut found = Refs::new();
        playable(&self.scene, step, &self.cx(), &mut found);
        found.into_iter().map(|card| card.slot)
    }

    fn may(&mut self, to: u16) -> Flow {
        match self.answer.take() {
            Some(Choice::Yes) => Flow::Next,
            Some(_) => Flow::Jump(to),
            None if self.can(self.at + 1) => self.ask(self.seat, Prompt::May),
            None => Flow::Jump(to),
        }
    }

    /// Whether the instruction at `at` can do anything (what cannot be done is not offered).
    fn can(&self, at: u16) -> bool {
        match &self.scene.catalogue.program(self.program)[usize::from(at)] {
            Op::MarkUsed => self.can(at + 1),
            Op::Do(step) => self.can_do(step),
            Op::Play(play) => {
                let step = &self.scene.catalogue.tables.plays[usize::from(*play)].step;
                step.card.is_none() || self.plays(step).next().is_some()
            }
            _ => true,
        }
    }

    fn can_do(&self, step: &Step) -> bool {
        let player = |seat: Seat| &self.scene.board.players[usize::from(seat)];
        match step {
            Step::Exhaust(list) if list == &[Whom::This] => {
                self.scene.in_play(self.source).is_some_and(|card| !card.is_exhausted())
            }
            Step::Pay(cost) => player(self.seat).ready >= *cost,
            Step::ToResources { what: Whom::This, .. } => self.scene.is_current(self.source),
            Step::DiscardDeck { who, .. } if *who != Who::Each => {
                !player(self.scene.seat(*who, &self.cx())).deck.is_empty()
            }
            _ => true,
        }
    }

    /// How many are taken is fixed before the first; each next one is chosen after the last has
    /// resolved (seed 004, K9).
    fn modes(&mut self, by: Who, choose: i16, per: &Measure, starts: &[u16], end: u16) -> Flow {
        if let Some(Choice::Mode(mode)) = self.answer.take() {
            let modes = &mut self.locals.modes;
            modes.taken |= 1 << mode;
            modes.left -= 1;
            return Flow::Jump(starts[usize::from(mode)]);
        }
        if self.locals.modes.taken == 0 {
            let most = starts.len() as i16;
            self.locals.modes.left = self.amount(choose, per).clamp(0, most) as u8;
        }
        if self.locals.modes.left == 0 {
            self.locals.modes = Taking::default();
            return Flow::Jump(end);
        }
        let seat = self.scene.seat(by, &self.cx());
        self.ask(seat, Prompt::Mode)
    }

    /// Seed 000 "Resolving Abilities and Effects" 3, CR 7.1.4.
    fn each_player(&mut self, end: u16) -> Flow {
        let chosen = match self.answer.take() {
            Some(Choice::First(seat)) => Some(seat),
            _ => None,
        };
        let turns = &mut self.locals.turns;
        match (turns[..].as_ref(), chosen) {
            ([], None) => return self.ask(self.seat, Prompt::Player),
            ([], Some(first)) => turns.push(first),
            ([first], _) => {
                let second = 1 - first;
                turns.push(second);
            }
            _ => {
                turns.clear();
                return Flow::Jump(end);
            }
        }
        Flow::Next
    }

    fn unless_used(&mut self) -> Flow {
        use crate::card::Marks;
        let source = self.source;
        let used = source.is_some() && self.scene.card(source.slot).marks.has(Marks::USED);
        if used { Flow::End } else { Flow::Next }
    }

    fn mark_used(&mut self) -> Flow {
        let mark = Proposal::new(crate::proposal::Verb::UseAbility, self.source, self.seat);
        self.propose(mark);
        Flow::Then
    }
}
