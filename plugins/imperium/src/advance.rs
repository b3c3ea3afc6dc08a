//! The `Advance` stage: an instruction of the program on top, which proposes, asks, or begins
//! another.

use core::ops::Deref;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::rules::{self, Flow, Out};
use cardmill_kernel::stack::Frame;

use crate::ability::Ability;
use crate::choice::{Choice, Imperium, Prompt};
use crate::piece::Place;
use crate::procedure::{self, Locals};
use crate::program::PROCEDURE;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Dice;

/// Who resolves a program, from which card, at which table.
#[derive(Clone, Copy)]
pub(crate) struct Resolver<'r> {
    pub(crate) scene: Scene<'r>,
    pub(crate) seat: Seat,
    pub(crate) source: Ref,
    pub(crate) program: u16,
}

/// A program at one of its instructions.
pub(crate) struct Run<'r> {
    by: Resolver<'r>,
    /// The answer to what this instruction asked.
    pub(crate) answer: Option<Choice>,
    out: &'r mut Out<Imperium>,
}

impl<'r> Deref for Run<'r> {
    type Target = Resolver<'r>;

    fn deref(&self) -> &Resolver<'r> {
        &self.by
    }
}

/// Runs the instruction at which a program stands.
pub(crate) fn instruction(run: rules::Run<'_, Imperium>) -> Flow {
    let rules::Run { scene, frame, out, answer, .. } = run;
    let &mut Frame { program, at, seat, source, .. } = frame;
    let mut run = Run { by: Resolver { scene, seat, source, program }, answer, out };
    match &mut frame.locals {
        Locals::Ability(ability) => ability.instruction(at, &mut run),
        locals => procedure::instruction(locals, at, &mut run),
    }
}

/// A procedure from its beginning.
pub(crate) fn procedure(seat: Seat, locals: impl Into<Locals>) -> Frame<Locals> {
    let locals = locals.into();
    let (source, subject, collects) = (Ref::NONE, Ref::NONE, None);
    Frame { program: PROCEDURE, at: 0, seat, source, subject, collects, locals }
}

/// An ability from its beginning.
pub(crate) fn ability(program: u16, seat: Seat, source: Ref, ability: Ability) -> Frame<Locals> {
    Frame { program, source, ..procedure(seat, ability) }
}

impl Run<'_> {
    /// Asks; the same instruction takes the answer.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((seat, prompt));
        Flow::Again
    }

    /// Proposes; what one instruction proposes is simultaneous.
    pub(crate) fn propose(&mut self, proposals: impl IntoIterator<Item = Proposal>) {
        self.out.proposals.extend(proposals);
    }

    /// Another program begins above this one.
    pub(crate) fn begin(&mut self, frame: Frame<Locals>) {
        self.out.frames.push(frame);
    }

    /// A procedure begins above this program.
    pub(crate) fn call(&mut self, seat: Seat, locals: impl Into<Locals>) {
        self.begin(procedure(seat, locals));
    }

    /// Dice are rolled; the hits are returned.
    pub(crate) fn roll(&mut self, seat: Seat, dice: &[(Slot, Dice)]) {
        let scene = self.scene;
        self.propose(dice.iter().flat_map(|&(slot, Dice { hits_on, dice })| {
            let roll = Proposal::new(Verb::Roll(hits_on), seat).of(scene.reference(slot));
            core::iter::repeat_n(roll, dice.into())
        }));
    }

    /// Figures move to a place, all at once.
    pub(crate) fn move_to(&mut self, place: Place, figures: impl IntoIterator<Item = Ref>) {
        let there = Proposal::new(Verb::Move(place), self.seat);
        self.propose(figures.into_iter().map(|figure| there.of(figure)));
    }
}
