//! The `Advance` stage: the top program of every busy table runs until it proposes, asks, or
//! begins another. Nothing here changes the game but dice: all else is proposed.

mod ability;
mod agenda;
mod assign;
mod choose;
mod combat;
mod invasion;
mod phase;
mod production;
mod step;
mod tactical;
mod transaction;
mod turn;

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::stack::{Entry, Frame, Stack};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::{Status, Table};

use crate::board::{Board, Memory, Outcome};
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Imperium, Locals, Prompt};
use crate::piece::Piece;
use crate::program::Procedure;
use crate::proposal::Proposal;
use crate::scene::{Context, Scene};

/// Instructions of one tick, at most.
const INSTRUCTIONS: usize = 64;

/// A table while its top program runs.
struct Run<'a> {
    catalogue: &'a Catalogue,
    roster: &'a Roster,
    pieces: &'a Query<'a, 'a, &'static Piece>,
    board: &'a mut Board,
    streams: &'a mut Streams,
    stack: &'a mut Stack<Imperium>,
    decision: &'a mut Decision<Imperium>,
}

/// Runs the top program of every busy table.
pub fn advance(
    mut tables: Query<(
        &mut Table,
        &mut Board,
        &mut Streams,
        &mut Stack<Imperium>,
        &mut Decision<Imperium>,
        &Roster,
    )>,
    pieces: Query<&'static Piece>,
    catalogue: Res<Catalogue>,
) {
    for (mut table, mut board, mut streams, mut stack, mut decision, roster) in &mut tables {
        if !table.is_busy() || decision.state == State::Opened {
            continue;
        }
        if board.outcome != Outcome::Open || stack.entries.is_empty() {
            table.status = Status::Over;
            stack.clear();
            decision.clear();
            continue;
        }
        let mut run = Run {
            catalogue: &catalogue,
            roster,
            pieces: &pieces,
            board: &mut board,
            streams: &mut streams,
            stack: &mut stack,
            decision: &mut decision,
        };
        run.trade();
        for _ in 0..INSTRUCTIONS {
            if run.stack.frame().is_none() || run.decision.state == State::Opened {
                break;
            }
            run.instruction();
        }
    }
}

impl<'a> Run<'a> {
    fn scene(&self) -> Scene<'_> {
        Scene {
            catalogue: self.catalogue,
            board: self.board,
            roster: self.roster,
            pieces: self.pieces,
        }
    }

    fn frame(&self) -> &Frame<Locals> {
        self.stack.frame().expect("a program is on top")
    }

    fn locals(&mut self) -> &mut Locals {
        &mut self.stack.frame_mut().expect("a program is on top").locals
    }

    fn seat(&self) -> Seat {
        self.frame().seat
    }

    fn at(&self) -> u16 {
        self.frame().at
    }

    fn go(&mut self, at: u16) {
        self.stack.frame_mut().expect("a program is on top").at = at;
    }

    fn next(&mut self) {
        let at = self.at() + 1;
        self.go(at);
    }

    fn end(&mut self) {
        self.stack.entries.pop();
    }

    fn propose(&mut self, proposals: impl IntoIterator<Item = Proposal>) {
        self.stack.propose(proposals);
    }

    /// Asks. One option is taken silently at the end of the tick.
    fn ask(&mut self, seat: Seat, prompt: Prompt, options: impl IntoIterator<Item = Choice>) {
        self.decision.open(seat, prompt);
        self.decision.options.extend(options);
    }

    fn answer(&mut self) -> Option<Choice> {
        self.decision.take()
    }

    /// Begins another program.
    fn call(&mut self, procedure: Procedure, seat: Seat, locals: Locals) {
        self.begin(procedure as u16, seat, Ref::NONE, locals);
    }

    fn begin(&mut self, program: u16, seat: Seat, source: Ref, locals: Locals) {
        let subject = Ref::NONE;
        let collects = None;
        self.stack.push_frame(Frame { program, at: 0, seat, source, subject, collects, locals });
    }

    /// The next die: the next result that the position lists, or a random one.
    fn die(&mut self) -> u8 {
        let listed = self.board.dice.pop();
        listed.unwrap_or_else(|| self.streams.draw(Purpose::Effect, |rng| below(rng, 10) as u8 + 1))
    }

    fn reference(&self, slot: Slot) -> Ref {
        self.scene().reference(slot)
    }

    /// The event that the ability on top has its timing from: that of the window it was resolved
    /// in.
    fn event(&self) -> Option<Proposal> {
        if let Some((_, event)) = self.frame().locals.event {
            return Some(event);
        }
        let below = self.stack.entries.iter().rev().nth(1)?;
        match below {
            Entry::Rounds(rounds) => rounds.event.event.map(|(_, event)| event),
            _ => None,
        }
    }

    /// Who resolves the program on top, and what it is about.
    fn context(&self) -> Context {
        let frame = self.frame();
        let event = self.event();
        let triggered = self.board.triggered.iter().find(|t| {
            t.source == frame.source.slot
                && t.program == frame.program
                && event.is_some_and(|event| event.serial == t.serial)
        });
        Context {
            seat: frame.seat,
            source: frame.source,
            event,
            chosen: frame.locals.chosen,
            remembered: triggered.map_or(Memory::NONE, |t| t.remembered),
            from: frame.locals.from,
        }
    }

    /// The opponent in the combat.
    fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.board.combat.and_then(|combat| combat.opponent(seat))
    }

    fn instruction(&mut self) {
        let Some(procedure) = Procedure::of(self.frame().program) else {
            return self.ability();
        };
        match procedure {
            Procedure::Game => self.game(),
            Procedure::Strategy => self.strategy_phase(),
            Procedure::Status => self.status_phase(),
            Procedure::Agenda => self.agenda_phase(),
            Procedure::Vote => self.vote(),
            Procedure::Turn => self.turn(),
            Procedure::Strategic => self.strategic(),
            Procedure::Tactical => self.tactical(),
            Procedure::Movement => self.movement(),
            Procedure::CannonOffense => self.cannon_offense(),
            Procedure::SpaceCombat => self.space_combat(),
            Procedure::Retreat => self.retreat(),
            Procedure::Invasion => self.invasion(),
            Procedure::GroundCombat => self.ground_combat(),
            Procedure::Assign => self.assign(),
            Procedure::Production => self.production(),
            Procedure::Pay => self.pay(),
            Procedure::Limits => self.limits(),
            Procedure::Transaction => self.transaction(),
        }
    }
}
