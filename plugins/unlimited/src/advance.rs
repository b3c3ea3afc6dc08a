//! The `Advance` stage: each busy table runs instructions of its top program until it proposes a
//! change, asks a player, or begins another program.

mod instruction;
mod opponent;
mod turn;

use cardmill_kernel::card::{Ref, Seat};
pub(crate) use cardmill_kernel::rules::Flow;
use cardmill_kernel::rules::Out;
use cardmill_kernel::stack::Frame;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Fault;
use cardmill_kernel::window::Waiting;

use crate::choice::{Choice, Prompt, Resolving, Unlimited};
use crate::procedure::{Locals, Numbered};
use crate::proposal::Proposal;
use crate::scene::{Context, Scene};
use crate::vocabulary::Register;

pub use turn::Turn;
pub(crate) use turn::change;

/// A program at one of its instructions, with what such programs remember.
pub(crate) struct Run<'r, L = Resolving> {
    pub(crate) scene: Scene<'r>,
    /// The number of the program.
    pub(crate) program: u16,
    /// The place of the instruction in the program.
    pub(crate) at: u16,
    /// The player who resolves it.
    pub(crate) seat: Seat,
    /// The card it comes from.
    pub(crate) source: Ref,
    /// The card that the event that began it happened to.
    pub(crate) subject: Ref,
    pub(crate) locals: &'r mut L,
    pub(crate) streams: &'r mut Streams,
    pub(crate) out: &'r mut Out<Unlimited>,
    /// The place where abilities that trigger from here on would be collected.
    pub(crate) collection: u16,
    /// The answer to what this instruction asked.
    pub(crate) answer: Option<Choice>,
}

impl<L> Run<'_, L> {
    /// Asks, in the place of somebody who was eliminated the next player; the same instruction takes the
    /// answer.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((self.scene.board.stand_in(seat), prompt));
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
}
