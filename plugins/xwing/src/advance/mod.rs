//! The `Advance` stage: each busy table runs instructions of its top program until it proposes a
//! change, asks a player, or begins another program.

mod ability;
mod action;
mod activation;
mod attack;
mod damage;
mod engagement;
mod round;
mod step;

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::stack::{Entry, Frame, Stack};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::{Fault, Seats, Table};
use cardmill_kernel::window::Policy;

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Locals, Prompt, XWing};
use crate::program::{
    ACTION, ACTIVATE, AIM, ATTACK, ENGAGE, EXECUTE, FIRST_ABILITY, JAMMED, Op, PERFORM, REMOVE,
    ROUND, SUFFER,
};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Cards, Context, Scene, Ships};
use crate::vocabulary::{Dice, Face};

pub(crate) use action::granted;
pub(crate) use round::{due, start};
pub(crate) use step::{drawn, faces};

/// What became of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Go on with the next one, when what this one began has ended.
    Next,
    /// Go on there.
    Jump(u16),
    /// The same instruction again, when what it began has ended.
    Again,
    /// The program ends.
    End,
}

/// What an instruction asks for.
#[derive(Default)]
pub(crate) struct Out {
    proposals: Vec<Proposal>,
    ask: Option<(Seat, Prompt)>,
    frames: Vec<Frame<Locals>>,
    fault: Option<Fault>,
}

/// One program at work.
pub(crate) struct Run<'r, 'a> {
    pub(crate) scene: Scene<'a>,
    pub(crate) frame: &'r mut Frame<Locals>,
    streams: &'r mut Streams,
    out: &'r mut Out,
    /// The answer to what this instruction asked.
    answer: Option<Choice>,
}

/// Instructions a table may run in one tick; more go on in the next.
const INSTRUCTIONS: usize = 64;

/// Runs the top program of every busy table.
pub fn advance(
    mut tables: Query<(
        &mut Table,
        &mut Seats,
        &mut Stack<XWing>,
        &mut Decision<XWing>,
        &Board,
        &mut Streams,
        &Roster,
    )>,
    cards: Cards,
    ships: Ships,
    catalogue: Res<Catalogue>,
    mut out: Local<Out>,
) {
    for (mut table, mut seats, mut stack, mut decision, board, mut streams, roster) in &mut tables {
        if !table.is_busy() || decision.state == State::Opened {
            continue;
        }
        // Player order is the first player's block, whoever acts (seed 001, ability queue).
        if seats.lead != board.first {
            seats.lead = board.first;
        }
        for _ in 0..INSTRUCTIONS {
            let Some(frame) = stack.frame() else { break };
            // What a procedure of the game has set off is resolved before it goes on; an
            // ability's own consequences wait until it is resolved.
            if frame.program < FIRST_ABILITY
                && decision.state == State::None
                && stack.drain(Policy::Queue)
            {
                break;
            }
            let answer = decision.take();
            let Some(frame) = stack.frame_mut() else { break };
            let scene = Scene { catalogue: &catalogue, board, roster, cards, ships };
            let mut run = Run { scene, frame, streams: &mut streams, out: &mut out, answer };
            let flow = run.instruction();
            if let Some(fault) = out.fault.take() {
                table.quarantine(fault);
            }
            if !enter(flow, &mut out, &mut stack, &mut decision) || !table.is_busy() {
                break;
            }
        }
    }
}

/// Moves the program on and puts what it asked for on top. Returns whether the table can go on in
/// this tick.
fn enter(
    flow: Flow,
    out: &mut Out,
    stack: &mut Stack<XWing>,
    decision: &mut Decision<XWing>,
) -> bool {
    let Some(frame) = stack.frame_mut() else { return false };
    match flow {
        Flow::Next => frame.at += 1,
        Flow::Jump(at) => frame.at = at,
        Flow::Again => {}
        Flow::End => {
            // What a program collected is resolved before it goes: nested abilities first.
            if stack.drain(Policy::Queue) {
                return false;
            }
            stack.entries.pop();
            return true;
        }
    }
    let asked = out.ask.take();
    if let Some((seat, prompt)) = asked {
        decision.open(seat, prompt);
    }
    // The first one that was begun runs first.
    for mut frame in out.frames.drain(..).rev() {
        let quiet = frame.program == SUFFER && is_resolving(stack);
        if quiet {
            frame.collects = None;
        } else if frame.collects.is_some() {
            frame.collects = Some(stack.collection());
        }
        stack.push_frame(frame);
    }
    // What was proposed beside a new program happens before that begins.
    let proposed = stack.propose(out.proposals.drain(..));
    asked.is_none() && !proposed
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

impl Run<'_, '_> {
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
