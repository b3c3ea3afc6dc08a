//! The instructions of abilities, and what all programs do: they propose changes, ask players, and
//! begin other programs. Procedures of the game are told in [`procedure`](crate::procedure).

mod ability;
mod step;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::rules::{self, Flow, Out};
use cardmill_kernel::stack::{Frame, FrameOf};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::Fault;

use crate::choice::{Choice, Prompt, XWing};
use crate::program::{FIRST_ABILITY, Op, Resolving};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Scene};
use crate::vocabulary::{Dice, Face};

pub(crate) use step::{drawn, faces};

/// One program at work on an instruction.
pub(crate) struct Run<'r> {
    pub(crate) scene: Scene<'r>,
    pub(crate) frame: &'r mut FrameOf<XWing>,
    pub(crate) streams: &'r mut Streams,
    pub(crate) out: &'r mut Out<XWing>,
    /// The answer to what this instruction asked.
    pub(crate) answer: Option<Choice>,
}

/// Runs the instruction at which a program stands.
pub(crate) fn instruction(run: rules::Run<'_, XWing>) -> Flow {
    let rules::Run { scene, frame, streams, out, answer, .. } = run;
    Run { scene, frame, streams, out, answer }.instruction()
}

/// A reference to a slot. Nothing in this game becomes a new card.
pub(crate) const fn at(slot: Slot) -> Ref {
    Ref { slot, incarnation: 0 }
}

/// A frame for a program about a ship.
pub(crate) fn frame<L>(program: u16, seat: Seat, ship: Slot, locals: L) -> Frame<L> {
    Frame { program, at: 0, seat, source: Ref::NONE, subject: at(ship), collects: Some(0), locals }
}

/// A frame for the ability of a card.
pub(crate) fn ability(
    id: u16,
    card: Slot,
    seat: Seat,
    ship: Slot,
    resolving: Resolving,
) -> FrameOf<XWing> {
    let frame = frame(FIRST_ABILITY + id, seat, ship, resolving.into());
    Frame { source: at(card), ..frame }
}

impl Run<'_> {
    pub(crate) fn cx(&self) -> Context {
        self.scene.in_frame(self.frame)
    }

    /// The ship a procedure is about.
    pub(crate) fn ship(&self) -> Slot {
        self.frame.subject.slot
    }

    /// Asks; the same instruction takes the answer.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((seat, prompt));
        Flow::Again
    }

    /// Proposes, in the name of the card the program is on.
    pub(crate) fn propose(&mut self, proposal: Proposal) {
        let source = self.frame.source.slot;
        let by = if proposal.source == Slot::MAX { source } else { proposal.source };
        let (seat, cost) = (self.frame.seat, self.pays());
        self.out.proposals.push(Proposal { source: by, seat, cost, ..proposal });
    }

    pub(crate) fn does(&mut self, verb: Verb, ship: Slot) {
        self.propose(Proposal::new(verb, ship));
    }

    /// An ability begins; that it is used was already chosen.
    pub(crate) fn begin_chosen(&mut self, card: Slot, id: u16, seat: Seat, ship: Slot) {
        let resolving = Resolving { chosen: true, ..Resolving::default() };
        self.out.frames.push(ability(id, card, seat, ship, resolving));
    }

    /// Returns `true` if the instruction pays a cost.
    pub(crate) fn pays(&self) -> bool {
        let Frame { program, at, .. } = *self.frame;
        program >= FIRST_ABILITY
            && matches!(self.scene.catalogue.program(program)[usize::from(at)], Op::Pay(_))
    }

    pub(crate) fn broken(&mut self, what: &'static str) -> Flow {
        self.out.fault = Some(Fault::Invariant(what));
        Flow::End
    }

    /// One result of a die of a player: the next that was said to fall, or chance.
    pub(crate) fn fall(&mut self, seat: Seat, dice: Dice) -> Face {
        let player = &self.scene.board.players[usize::from(seat)];
        let next = match dice {
            Dice::Attack => player.attack.front(),
            Dice::Defense => player.defense.front(),
        };
        next.copied().unwrap_or_else(|| {
            let side = self.streams.draw(Purpose::Effect(seat), |rng| below(rng, 8));
            dice.sides()[side]
        })
    }

    fn instruction(&mut self) -> Flow {
        match self.frame.locals.task() {
            Some(task) => self.procedure(task),
            None => self.ability(self.frame.locals.resolving()),
        }
    }
}
