//! Set-up, the action phase, the regroup phase (CR 5.2 to 5.5).

use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::stack::Frame;

use super::{Flow, Run, Turn};
use crate::choice::{Choice, Locals, Prompt};
use crate::cost::Paying;
use crate::effect::EffectKind;
use crate::program::{DEPLOY, USE};
use crate::proposal::{Proposal, Verb};
use crate::scene::Refs;
use crate::vocabulary::{Payment, Register, Until, Window};

/// Cards put into the resource zone before the first round (CR 5.2.1F).
const FIRST_RESOURCES: u8 = 2;
/// Cards drawn in the regroup phase (CR 5.5.1B).
const REGROUP_DRAW: u8 = 2;

impl Run<'_> {
    pub(super) fn mulligan(&mut self, n: u8) -> Flow {
        let seat = self.nth(n);
        match self.answer.take() {
            None => self.ask(seat, Prompt::Mulligan),
            Some(Choice::Yes) => {
                self.propose(Proposal::new(Verb::Mulligan, Ref::NONE, seat));
                Flow::Then
            }
            Some(_) => Flow::Next,
        }
    }

    pub(super) fn first_resources(&mut self, n: u8) -> Flow {
        let seat = self.nth(n);
        if !self.frame.locals.asking {
            self.frame.locals.asking = true;
            self.frame.locals.left = FIRST_RESOURCES;
        }
        if let Some(Choice::Card(slot)) = self.answer.take() {
            self.bind(register_of(seat), self.scene.reference(slot));
            self.frame.locals.left -= 1;
        }
        if self.frame.locals.left > 0 {
            return self.ask(seat, Prompt::FirstResource);
        }
        self.frame.locals.asking = false;
        Flow::Next
    }

    pub(super) fn resource(&mut self, n: u8) -> Flow {
        let seat = self.nth(n);
        match self.answer.take() {
            None => return self.ask(seat, Prompt::Resource),
            Some(Choice::Card(slot)) => self.bind(register_of(seat), self.scene.reference(slot)),
            Some(_) => {}
        }
        Flow::Next
    }

    /// What both players chose in secret is placed together.
    pub(super) fn place_resources(&mut self, ready: bool) -> Flow {
        for n in 0..2 {
            let seat = self.nth(n);
            let chosen: Refs = self.frame.locals.bound(register_of(seat)).collect();
            for card in chosen {
                self.propose(Proposal::new(Verb::ToResources, card, seat).ready(ready));
            }
        }
        self.frame.locals.bound.clear();
        Flow::Then
    }

    pub(super) fn start(&mut self, window: Window) -> Flow {
        self.propose(Proposal::new(Verb::Start(window), Ref::NONE, self.scene.board.initiative));
        Flow::Then
    }

    pub(super) fn expire(&mut self, until: Until) -> Flow {
        self.propose(Proposal::new(Verb::Expire(until), Ref::NONE, self.frame.seat));
        Flow::Then
    }

    pub(super) fn turn(&mut self) -> Flow {
        let seat = self.scene.board.active;
        self.frame.seat = seat;
        let done = self.scene.board.players[usize::from(seat)].done;
        let choice = match self.answer.take() {
            // Having taken the initiative, a player passes for the rest of the phase.
            None if done => Choice::Pass,
            None => {
                if self.collection == 0 && !self.scene.board.departures.is_empty() {
                    self.out.note = Some(Turn::Quiet);
                }
                return self.ask(seat, Prompt::Action);
            }
            Some(choice) => choice,
        };
        match choice {
            Choice::Pass => self.propose(Proposal::new(Verb::Pass, Ref::NONE, seat)),
            Choice::Initiative => {
                self.propose(Proposal::new(Verb::TakeInitiative, Ref::NONE, seat));
            }
            _ => {
                self.out.note = Some(Turn::Acted);
                self.action(choice);
            }
        }
        Flow::Then
    }

    pub(super) fn action(&mut self, choice: Choice) {
        match choice {
            Choice::Play(slot) => {
                let frame = self.play_frame(slot, Payment::Cost.into(), None, false);
                self.begin(frame);
            }
            Choice::Smuggle(slot, n) => {
                let frame = self.play_frame(slot, Paying::smuggle(n), None, false);
                self.begin(frame);
            }
            Choice::Attack(slot) => {
                let frame = self.attack_frame(self.scene.reference(slot), None);
                self.begin(frame);
            }
            Choice::Use(slot, index) => {
                let ability = self.scene.face(slot).actions[usize::from(index)];
                let locals = Locals { step: Some(ability), ..Locals::default() };
                let source = self.scene.reference(slot);
                self.begin(Frame { source, ..self.call(USE, locals) });
            }
            Choice::Deploy(slot) => {
                let leader = self.scene.reference(slot);
                self.deploy(Proposal::new(Verb::Deploy, leader, self.frame.seat));
            }
            Choice::DeployAsUpgrade(slot) => {
                let mut locals = Locals::default();
                locals.bind(Register::It, self.scene.reference(slot));
                self.begin(self.call(DEPLOY, locals));
            }
            _ => {}
        }
    }

    /// A leader is deployed, by its Epic Action (CR 3.4.4).
    pub(super) fn deploy(&mut self, how: Proposal) -> Flow {
        self.propose(Proposal::new(Verb::UseEpic, how.subject, how.seat));
        self.propose(how);
        Flow::Then
    }

    /// The turn passes, unless its player takes one more action.
    pub(super) fn next_turn(&mut self, turn: u16) -> Flow {
        let board = self.scene.board;
        let extra = self.scene.effects().find(|(_, effect)| {
            effect.kind == EffectKind::ExtraAction && effect.seat == board.active
        });
        if let Some((number, _)) = extra {
            let spent = Proposal::new(Verb::Spent, Ref::NONE, board.active);
            self.propose(spent.number(number.into()));
            return Flow::Jump(turn);
        }
        self.out.note = Some(Turn::Passes);
        if board.passes >= 2 { Flow::Next } else { Flow::Jump(turn) }
    }

    pub(super) fn draw_two(&mut self) -> Flow {
        for n in 0..2 {
            let seat = self.nth(n);
            for _ in 0..REGROUP_DRAW {
                self.propose(Proposal::new(Verb::Draw, Ref::NONE, seat));
            }
        }
        Flow::Then
    }

    pub(super) fn ready_cards(&mut self) -> Flow {
        let scene = self.scene;
        let board = scene.board;
        for n in 0..2 {
            let seat = self.nth(n);
            let player = &board.players[usize::from(seat)];
            self.propose(Proposal::new(Verb::ReadyResources, Ref::NONE, seat).amount(i16::MAX));
            let units = board.play.iter().copied().filter(|&s| scene.card(s).controller == seat);
            let exhausted = units
                .chain([player.leader])
                .filter(|&slot| scene.card(slot).is_exhausted())
                .map(|slot| Proposal::new(Verb::Ready, scene.reference(slot), seat));
            self.out.proposals.extend(exhausted);
        }
        let lead = board.initiative;
        self.propose(Proposal::new(Verb::Start(Window::ReadyCards), Ref::NONE, lead));
        Flow::Then
    }
}

/// Where a player's secret choice of resources is kept until both have chosen.
pub(crate) const fn register_of(seat: Seat) -> Register {
    if seat == 0 { Register::It } else { Register::Other }
}
