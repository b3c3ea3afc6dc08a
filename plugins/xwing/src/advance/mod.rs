//! The instructions of programs: they propose changes, ask players, and begin other programs.

mod ability;
mod action;
mod activation;
mod attack;
mod damage;
mod engagement;
mod round;
mod step;

use cardmill_kernel::advance::{self, Flow, Out};
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::{Entry, Frame, Stack};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::Fault;

use crate::choice::{Choice, Locals, Prompt, XWing};
use crate::program::{
    ACTION, ACTIVATE, AIM, ATTACK, ENGAGE, EXECUTE, FIRST_ABILITY, JAMMED, Op, PERFORM, REMOVE,
    ROUND, SUFFER,
};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Scene};
use crate::vocabulary::{Dice, Face};

pub(crate) use action::granted;
pub(crate) use round::{due, start};
pub(crate) use step::{drawn, faces};

/// One program at work.
pub(crate) struct Run<'r> {
    pub(crate) scene: Scene<'r>,
    pub(crate) frame: &'r mut Frame<Locals>,
    streams: &'r mut Streams,
    out: &'r mut Out<XWing>,
    /// The answer to what this instruction asked.
    answer: Option<Choice>,
}

/// Runs the instruction at which a program stands.
pub(crate) fn instruction(run: advance::Run<'_, XWing>) -> Flow {
    let advance::Run { scene, frame, streams, out, answer, .. } = run;
    Run { scene, frame, streams, out, answer }.instruction()
}

/// A program that collects does so from here on; damage that an ability deals does not.
pub(crate) fn enters(stack: &Stack<XWing>, frame: &mut Frame<Locals>) {
    if frame.program == SUFFER && is_resolving(stack) {
        frame.collects = None;
    } else if frame.collects.is_some() {
        frame.collects = Some(stack.collection());
    }
}

/// Whether an ability is being resolved right now: what damage sets off waits until that is done.
fn is_resolving(stack: &Stack<XWing>) -> bool {
    let collecting = stack.entries.iter().rev().find_map(|entry| match entry {
        Entry::Frame(frame) if frame.collects.is_some() => Some(frame.program),
        _ => None,
    });
    collecting.is_some_and(|program| program >= FIRST_ABILITY)
}

/// A reference to a slot. Nothing in this game becomes a new card.
pub(crate) const fn at(slot: Slot) -> Ref {
    Ref { slot, incarnation: 0 }
}

/// A frame for a procedure about a ship.
pub(crate) fn procedure(program: u16, seat: Seat, ship: Slot, locals: Locals) -> Frame<Locals> {
    Frame { program, at: 0, seat, source: Ref::NONE, subject: at(ship), collects: Some(0), locals }
}

impl Run<'_> {
    fn cx(&self) -> Context {
        self.scene.in_frame(self.frame)
    }

    /// The ship a procedure is about.
    fn ship(&self) -> Slot {
        self.frame.subject.slot
    }

    /// Asks; the same instruction takes the answer.
    fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((seat, prompt));
        Flow::Again
    }

    /// Proposes, in the name of the card the program is on.
    fn propose(&mut self, proposal: Proposal) {
        let source = self.frame.source.slot;
        let by = if proposal.source == Slot::MAX { source } else { proposal.source };
        let (seat, cost) = (self.frame.seat, self.pays());
        self.out.proposals.push(Proposal { source: by, seat, cost, ..proposal });
    }

    fn does(&mut self, verb: Verb, ship: Slot) {
        self.propose(Proposal::new(verb, ship));
    }

    /// A procedure about a ship begins above this program.
    fn begin(&mut self, program: u16, ship: Slot, locals: Locals) {
        let seat = self.scene.ship(ship).owner;
        let met = self.frame.locals.met.iter().copied();
        let met = met.filter(|met| met.used || !self.pays()).collect();
        let locals = Locals { met, ..locals };
        let frame = Frame { source: self.frame.source, ..procedure(program, seat, ship, locals) };
        self.out.frames.push(frame);
    }

    /// Whether the instruction pays a cost.
    fn pays(&self) -> bool {
        let Frame { program, at, .. } = *self.frame;
        program >= FIRST_ABILITY
            && matches!(self.scene.catalogue.program(program)[usize::from(at)], Op::Pay(_))
    }

    fn broken(&mut self, what: &'static str) -> Flow {
        self.out.fault = Some(Fault::Invariant(what));
        Flow::End
    }

    /// One result of a die of a player: the next that was said to fall, or chance.
    fn fall(&mut self, seat: Seat, dice: Dice) -> Face {
        let player = &self.scene.board.players[usize::from(seat)];
        let next = match dice {
            Dice::Attack => player.attack.front(),
            Dice::Defense => player.defense.front(),
        };
        next.copied().unwrap_or_else(|| {
            let side = self.streams.draw(Purpose::Effect, |rng| below(rng, 8));
            dice.sides()[side]
        })
    }

    fn instruction(&mut self) -> Flow {
        match self.frame.program {
            ROUND => self.round(),
            ACTIVATE => self.activate(),
            EXECUTE => self.execute(),
            ACTION => self.choose_action(),
            PERFORM => self.perform(),
            ENGAGE => self.engage(),
            AIM => self.aim(),
            ATTACK => self.attack(),
            SUFFER => self.suffer(),
            REMOVE => self.remove(),
            JAMMED => self.jammed(),
            _ => self.ability(),
        }
    }
}
