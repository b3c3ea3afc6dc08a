//! A retreat: all ships that can move go to one system with what they can transport; the rest is
//! removed (LRR 78.7).

use core::convert::Infallible;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, SystemId};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;

/// A retreat from a system to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    from: SystemId,
    to: SystemId,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Choose,
    Remove,
    Go,
}

impl Retreat {
    /// A retreat out of a system.
    pub(super) const fn from(from: SystemId) -> Self {
        Self { from, to: from }
    }

    /// The systems that a player could retreat to (LRR 78.7c); none if no ship can move.
    pub(super) fn havens(scene: Scene<'_>, from: SystemId, seat: Seat) -> Vec<SystemId> {
        let board = scene.board;
        let galaxy = scene.galaxy(seat);
        let systems = 0..board.systems.len() as SystemId;
        let haven = |&system: &SystemId| {
            let mut owners = board.planets_of(system).map(|planet| board.planet(planet).owner);
            galaxy.adjacent(from, system)
                && scene.fleets(system).all(|other| other == seat)
                && (scene.has_units(system, seat) || owners.any(|owner| owner == Some(seat)))
        };
        let movers = scene.ships(from, seat).any(|(s, _)| scene.attributes(s).movement > 0);
        if movers { systems.filter(haven).collect() } else { Vec::new() }
    }

    fn ships(&self, by: &Resolver<'_>) -> Vec<Slot> {
        let scene = by.scene;
        let here = scene.figures().map(|(slot, _)| slot).filter(|&slot| {
            let piece = scene.piece(slot);
            piece.owner == by.seat && piece.place == Place::Space(self.from) && scene.sails(slot)
        });
        here.filter(|&slot| scene.attributes(slot).movement > 0).collect()
    }

    /// The units that only go with a ship that has room for them.
    fn cargo(&self, by: &Resolver<'_>) -> Vec<Slot> {
        let (scene, ships) = (by.scene, self.ships(by));
        let here = scene.figures().filter(|&(slot, unit)| {
            let piece = scene.piece(slot);
            unit.is_transported()
                && piece.owner == by.seat
                && piece.place == Place::Space(self.from)
                && !ships.contains(&slot)
        });
        here.map(|(slot, _)| slot).collect()
    }

    fn has_room(&self, by: &Resolver<'_>) -> bool {
        let room = |&slot: &Slot| usize::from(by.scene.attributes(slot).unit.capacity);
        self.cargo(by).len() <= self.ships(by).iter().map(room).sum()
    }
}

impl Procedure for Retreat {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[
        // LRR 78.7b
        Do(Step::Choose),
        // LRR 78.7d
        Do(Step::Remove),
        Do(Step::Go),
    ]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        match (step, run.answer) {
            (Step::Choose, Some(Choice::System(to))) => self.to = to,
            (Step::Choose, _) => return run.ask(seat, Prompt::Retreat),
            (Step::Remove, Some(Choice::Piece(slot))) => {
                let left = scene.reference(slot);
                run.propose([Proposal::new(Verb::Remove, seat).of(left)]);
                return Flow::Again;
            }
            (Step::Remove, _) if !self.has_room(run) => return run.ask(seat, Prompt::Limits),
            (Step::Remove, _) => {}
            (Step::Go, _) => {
                let all = self.ships(run).into_iter().chain(self.cargo(run));
                run.move_to(Place::Space(self.to), all.map(|slot| scene.reference(slot)));
                run.propose([Proposal::new(Verb::Token(true), seat).in_system(self.to)]);
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        match step {
            Step::Choose => {
                let havens = Self::havens(scene, self.from, by.seat);
                havens.into_iter().map(Choice::System).collect()
            }
            _ => scene.unlike(self.cargo(by)).into_iter().map(Choice::Piece).collect(),
        }
    }
}
