//! An action is chosen and performed.

use super::{Flow, Run};
use crate::choice::{Act, Choice, Locals, Prompt};
use crate::program::{ACTION, FIRST_ABILITY, Op, PERFORM};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Action, ActionSpec, Difficulty, Facing, Step, Token};

/// The actions a running choice is limited to; none is all.
#[must_use]
pub(crate) fn granted(scene: &Scene, locals: &Locals) -> arrayvec::ArrayVec<ActionSpec, 8> {
    if let Some(Act::Bar(ActionSpec { linked: Some(next), .. })) =
        locals.act.filter(|_| locals.linked)
    {
        let spec = ActionSpec { action: next.0, difficulty: next.1, linked: None };
        return [spec].into_iter().collect();
    }
    let Some((program, at)) = locals.granted else { return arrayvec::ArrayVec::new() };
    match &scene.catalogue.program(program)[usize::from(at)] {
        Op::Do(Step::Perform { actions, .. }) => actions.iter().copied().take(8).collect(),
        _ => arrayvec::ArrayVec::new(),
    }
}

impl Run<'_> {
    /// The ship may perform one action; not performing any is always allowed.
    pub(super) fn choose_action(&mut self) -> Flow {
        let ship = self.ship();
        match self.answer.take() {
            Some(Choice::Act(act)) => {
                self.begin(PERFORM, ship, Locals { act: Some(act), ..Locals::default() });
                Flow::Jump(1)
            }
            Some(_) => Flow::End,
            None if self.frame.at > 0 => Flow::End,
            None => {
                let locals = &self.frame.locals;
                let only = granted(&self.scene, locals);
                let none = !self.scene.ship(ship).is_present()
                    || self.scene.acts(ship, &only, locals.stressed).is_empty();
                if none { Flow::End } else { self.ask(self.frame.seat, Prompt::Action) }
            }
        }
    }

    pub(super) fn perform(&mut self) -> Flow {
        let Some(act) = self.frame.locals.act else {
            return self.broken("an action that is performed is known");
        };
        match act {
            Act::Bar(spec) => self.perform_bar(spec),
            Act::Card(card, id) => {
                let ship = self.ship();
                match self.frame.at {
                    0 => {
                        self.propose(Proposal::new(Verb::PerformCard(id), ship).card(card));
                        let seat = self.frame.seat;
                        let locals = Locals { skip: true, ..Locals::default() };
                        let frame = super::procedure(FIRST_ABILITY + id, seat, ship, locals);
                        self.out.frames.push(cardmill_kernel::stack::Frame {
                            source: super::at(card),
                            ..frame
                        });
                        Flow::Next
                    }
                    1 => {
                        self.propose(Proposal::new(Verb::PerformedCard, ship).card(card));
                        Flow::Next
                    }
                    _ => Flow::End,
                }
            }
        }
    }

    /// The cost of a purple action, the target, the effect, the stress of a red action, a linked
    /// action; abilities that come after the action wait for all of these.
    fn perform_bar(&mut self, spec: ActionSpec) -> Flow {
        let ship = self.ship();
        match self.frame.at {
            0 => {
                if spec.difficulty == Difficulty::Purple {
                    self.does(Verb::SpendForce, ship);
                }
                self.does(Verb::Perform(spec.action), ship);
                Flow::Next
            }
            1 => self.take_aim(spec.action),
            2 => self.effect(spec.action),
            3 => {
                // What fails is not performed, but as hard all the same.
                let blocked = self.scene.board.relations.blocked & (1 << ship) != 0;
                self.frame.locals.failed =
                    spec.action == Action::Boost && blocked && self.frame.locals.did;
                if spec.difficulty == Difficulty::Red {
                    self.does(Verb::Gain(Token::Stress), ship);
                }
                Flow::Next
            }
            4 if self.frame.locals.failed => Flow::End,
            4 => {
                if spec.linked.is_some() {
                    let linked =
                        Locals { act: Some(Act::Bar(spec)), linked: true, ..Locals::default() };
                    self.begin(ACTION, ship, linked);
                }
                Flow::Next
            }
            5 => {
                self.does(Verb::Performed(spec.action), ship);
                Flow::Next
            }
            _ => Flow::End,
        }
    }

    fn take_aim(&mut self, action: Action) -> Flow {
        match (action, self.answer.take()) {
            (_, Some(Choice::Ship(it) | Choice::Card(it))) => {
                self.frame.locals.it = Some(it);
                Flow::Next
            }
            (_, Some(Choice::Face(facing))) => {
                self.frame.locals.facing = facing;
                Flow::Next
            }
            (
                Action::Lock
                | Action::Jam
                | Action::Coordinate
                | Action::Reload
                | Action::Reinforce
                | Action::RotateArc,
                _,
            ) => self.ask(self.frame.seat, Prompt::Aim),
            _ => Flow::Next,
        }
    }

    fn effect(&mut self, action: Action) -> Flow {
        let ship = self.ship();
        let it = self.frame.locals.it;
        let facing = self.frame.locals.facing;
        if let Some(token) = Scene::gained_by(action) {
            self.does(Verb::Gain(token), ship);
            return Flow::Next;
        }
        match (action, it) {
            (Action::Lock, Some(it)) => {
                self.propose(Proposal::new(Verb::Gain(Token::Lock), it).other(ship));
            }
            (Action::Jam, Some(it)) => self.does(Verb::Gain(Token::Jam), it),
            (Action::Coordinate, Some(it)) => self.begin(ACTION, it, Locals::default()),
            (Action::Reload, Some(card)) => {
                self.propose(Proposal::new(Verb::RecoverCharge, ship).card(card));
                self.does(Verb::Gain(Token::Disarm), ship);
            }
            (Action::Reinforce, _) => {
                let fore = facing == Facing::Front;
                let token = if fore { Token::ReinforceFore } else { Token::ReinforceAft };
                self.does(Verb::Gain(token), ship);
            }
            (Action::RotateArc, _) => self.does(Verb::Rotate(facing), ship),
            (Action::Boost, _) if self.scene.board.relations.blocked & (1 << ship) != 0 => {
                self.does(Verb::FailBoost, ship);
            }
            // Boosts and barrel rolls move the ship; relations stay as they are given.
            _ => {}
        }
        Flow::Next
    }
}
