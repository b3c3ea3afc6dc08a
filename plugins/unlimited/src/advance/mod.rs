//! The `Advance` stage: each busy table runs instructions of its top program until it proposes a
//! change, asks a player, or begins another program.

mod attack;
mod choose;
mod look;
mod modified;
mod play;
mod rule;
mod step;
mod turn;

use cardmill_kernel::advance::{self, Out};
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Fault;

use crate::board::Board;
use crate::choice::{Choice, Locals, Prompt, Unlimited};
use crate::constant::Modifiers;
use crate::options;
use crate::program::Op;
use crate::proposal::Proposal;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::vocabulary::{Measure, Register, Step, Who, Whom};

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

/// A program at one of its instructions.
pub(crate) struct Run<'r> {
    pub(crate) scene: Scene<'r>,
    pub(crate) frame: &'r mut Frame<Locals>,
    pub(crate) streams: &'r mut Streams,
    pub(crate) out: &'r mut Out<Unlimited>,
    /// Where abilities that trigger from here on would be collected.
    pub(crate) collection: u16,
    /// The answer to what this instruction asked.
    pub(crate) answer: Option<Choice>,
}

/// Runs the instruction at which a program stands.
pub(crate) fn instruction(run: advance::Run<'_, Unlimited>) -> Flow {
    let advance::Run { scene, frame, streams, out, collection, answer } = run;
    let op = &scene.catalogue.program(frame.program)[usize::from(frame.at)];
    Run { scene, frame, streams, out, collection, answer }.instruction(op)
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

impl Run<'_> {
    pub(crate) fn cx(&self) -> Context<'_> {
        Context::in_frame(self.frame)
    }

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

    /// A frame for a program of this program's controller and source, which does not collect.
    pub(crate) fn call(&self, program: u16, locals: Locals) -> Frame<Locals> {
        Frame {
            program,
            at: 0,
            seat: self.frame.seat,
            source: self.frame.source,
            subject: self.frame.subject,
            collects: None,
            locals,
        }
    }

    /// Runs steps that ask nothing.
    pub(crate) fn plainly(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    pub(crate) fn bind(&mut self, register: Register, card: Ref) {
        if !self.frame.locals.bind(register, card) {
            self.out.fault = Some(Fault::Overflow("cards bound by a program"));
        }
    }

    fn instruction(&mut self, op: &Op) -> Flow {
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
            Op::Rule(rule) => self.rule(*rule),
        }
    }

    fn may(&mut self, to: u16) -> Flow {
        match self.answer.take() {
            Some(Choice::Yes) => Flow::Next,
            Some(_) => Flow::Jump(to),
            None if self.can(self.frame.at + 1) => self.ask(self.frame.seat, Prompt::May),
            None => Flow::Jump(to),
        }
    }

    /// Whether the instruction at `at` can do anything (what cannot be done is not offered).
    fn can(&self, at: u16) -> bool {
        match &self.scene.catalogue.program(self.frame.program)[usize::from(at)] {
            Op::MarkUsed => self.can(at + 1),
            Op::Do(step) => self.can_do(step),
            Op::Play(play) => {
                let step = &self.scene.catalogue.tables.plays[usize::from(*play)].step;
                step.card.is_none() || options::plays(self, step).next().is_some()
            }
            _ => true,
        }
    }

    fn can_do(&self, step: &Step) -> bool {
        let player = |seat: Seat| &self.scene.board.players[usize::from(seat)];
        match step {
            Step::Exhaust(list) if list == &[Whom::This] => {
                self.scene.in_play(self.frame.source).is_some_and(|card| !card.is_exhausted())
            }
            Step::Pay(cost) => player(self.frame.seat).ready >= *cost,
            Step::ToResources { what: Whom::This, .. } => self.scene.is_current(self.frame.source),
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
            let locals = &mut self.frame.locals;
            locals.modes |= 1 << mode;
            locals.to_take -= 1;
            return Flow::Jump(starts[usize::from(mode)]);
        }
        if self.frame.locals.modes == 0 {
            let most = starts.len() as i16;
            self.frame.locals.to_take = self.amount(choose, per).clamp(0, most) as u8;
        }
        if self.frame.locals.to_take == 0 {
            self.frame.locals.modes = 0;
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
        let turns = &mut self.frame.locals.turns;
        match (turns[..].as_ref(), chosen) {
            ([], None) => return self.ask(self.frame.seat, Prompt::Player),
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
        let source = self.frame.source;
        let used = source.is_some() && self.scene.card(source.slot).marks.has(Marks::USED);
        if used { Flow::End } else { Flow::Next }
    }

    fn mark_used(&mut self) -> Flow {
        let mark =
            Proposal::new(crate::proposal::Verb::UseAbility, self.frame.source, self.frame.seat);
        self.propose(mark);
        Flow::Then
    }
}
