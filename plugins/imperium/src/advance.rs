//! A program at one of its instructions: it proposes, asks, or begins another.

use core::ops::Deref;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::game::Game;
use cardmill_kernel::rules::{self, Flow, Out};
use cardmill_kernel::stack::{Frame, FrameOf};

use crate::choice::{Choice, Imperium, Prompt};
use crate::piece::Place;
use crate::program::PROCEDURE;
use crate::proposal::{Hits, Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Dice;

/// The memory of a program while it runs.
type Locals = <Imperium as Game>::Locals;

/// The resolution of a program: by whom, from which card, at which table.
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

/// A procedure from its beginning.
pub(crate) fn procedure(seat: Seat, locals: impl Into<Locals>) -> FrameOf<Imperium> {
    Frame::new(PROCEDURE, seat, locals.into())
}

/// An ability from its beginning.
pub(crate) fn ability(
    program: u16,
    seat: Seat,
    source: Ref,
    ability: impl Into<Locals>,
) -> FrameOf<Imperium> {
    Frame { program, source, ..procedure(seat, ability) }
}

impl<'r> Run<'r> {
    /// The program on top of the stack, and its frame.
    pub(crate) fn new(run: rules::Run<'r, Imperium>) -> (Self, &'r mut FrameOf<Imperium>) {
        let rules::Run { scene, frame, out, answer, .. } = run;
        let &mut Frame { program, seat, source, .. } = frame;
        (Self { by: Resolver { scene, seat, source, program }, answer, out }, frame)
    }

    /// Asks a player; the same instruction is run again with the answer.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((seat, prompt));
        Flow::Again
    }

    /// Proposes changes; all that one instruction proposes is simultaneous.
    pub(crate) fn propose(&mut self, proposals: impl IntoIterator<Item = Proposal>) {
        self.out.proposals.extend(proposals);
    }

    /// Begins another program above this one.
    pub(crate) fn begin(&mut self, frame: FrameOf<Imperium>) {
        self.out.frames.push(frame);
    }

    /// Begins a procedure above this program.
    pub(crate) fn call(&mut self, seat: Seat, locals: impl Into<Locals>) {
        self.begin(procedure(seat, locals));
    }

    /// Rolls the dice of units; the number of hits is returned to the program.
    pub(crate) fn roll(&mut self, seat: Seat, dice: &[(Slot, Dice)]) {
        self.roll_for(seat, dice, None);
    }

    /// The same in a combat: the dice are noted, since they could be rolled again.
    pub(crate) fn roll_in_combat(&mut self, seat: Seat, dice: &[(Slot, Dice)], hits: Hits) {
        self.roll_for(seat, dice, Some(hits));
    }

    fn roll_for(&mut self, seat: Seat, dice: &[(Slot, Dice)], hits: Option<Hits>) {
        let scene = self.scene;
        let rolls = dice.iter().flat_map(|&(slot, Dice { hits_on, dice })| {
            let roll = Proposal::new(Verb::Roll(hits_on), seat).of(scene.reference(slot));
            core::iter::repeat_n(Proposal { hits, ..roll }, dice.into())
        });
        // The first of a roll has the number 0.
        self.propose((0..).zip(rolls).map(|(n, roll)| roll.amount(n)));
    }

    /// Moves figures to a place, all at once.
    pub(crate) fn move_to(&mut self, place: Place, figures: impl IntoIterator<Item = Ref>) {
        let there = Proposal::new(Verb::Move(place), self.seat);
        self.propose(figures.into_iter().map(|figure| there.of(figure)));
    }
}
