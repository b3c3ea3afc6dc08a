//! Ships move: they and what they transport are declared, then all arrive at once (LRR 58, 95).

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, Unless};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, SystemId};
use crate::vocabulary::UnitType;

/// Ships on their way to a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement {
    system: SystemId,
    /// What was declared and has not arrived.
    declared: Vec<Ref>,
    /// The ship that was declared last.
    pub(crate) ship: Option<Ref>,
    /// How many units it can still transport.
    room: u8,
    /// It moves before the other ships.
    first: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Ship,
    Load,
    Arrive,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    ShipIsDeclared,
    MovesFirst,
}

impl Movement {
    /// Into a system.
    pub(super) fn into_system(system: SystemId) -> Self {
        Self { system, ..Self::default() }
    }

    fn is_declared(&self, slot: Slot) -> bool {
        self.declared.iter().any(|piece| piece.slot == slot)
    }

    fn ship(&mut self, run: &mut Run<'_>) -> Flow {
        match run.answer {
            None => return run.ask(run.seat, Prompt::Move),
            Some(choice @ (Choice::Piece(slot) | Choice::First(slot))) => {
                let ship = run.scene.reference(slot);
                self.ship = Some(ship);
                self.declared.push(ship);
                self.room = run.scene.attributes(slot).unit.capacity;
                self.first = choice == Choice::First(slot);
            }
            Some(_) => self.ship = None,
        }
        Flow::Next
    }

    fn load(&mut self, run: &mut Run<'_>) -> Flow {
        match run.answer {
            Some(Choice::Piece(slot)) => {
                self.declared.push(run.scene.reference(slot));
                self.room -= 1;
                Flow::Again
            }
            None if self.room > 0 => run.ask(run.seat, Prompt::Load),
            _ => Flow::Next,
        }
    }

    /// Ships that could move, one of each that are alike. More than the fleet pool allows would be
    /// removed at once (LRR 37.3): those are not offered.
    fn movable(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        let counts = |slot: Slot| {
            scene.piece(slot).place == Place::Space(self.system) || self.is_declared(slot)
        };
        let owned = scene
            .figures()
            .filter(|&(slot, unit)| unit.is_ship() && scene.piece(slot).owner == by.seat);
        let fleet = owned.clone().filter(|&(s, u)| u != UnitType::Fighter && counts(s)).count();
        let room = fleet < usize::from(scene.fleet_limit(by.seat));
        let ships = owned.filter(|&(slot, unit)| {
            (room || unit == UnitType::Fighter)
                && !self.is_declared(slot)
                && scene.can_reach(slot, self.system)
        });
        let ships = scene.unlike(ships.map(|(slot, _)| slot));
        let apart = |&slot: &Slot| self.declared.is_empty() && scene.stats(slot).moves_apart;
        let first: Vec<Choice> = ships.iter().copied().filter(apart).map(Choice::First).collect();
        ships.into_iter().map(Choice::Piece).chain(first).collect()
    }

    /// Fighters and ground forces that the ship could pick up where it starts.
    fn loadable(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        let Some(ship) = self.ship else { return Vec::new() };
        let from = scene.system_of(ship.slot);
        let cargo = scene.figures().filter(|&(slot, unit)| {
            unit.is_transported()
                && scene.piece(slot).owner == by.seat
                && scene.system_of(slot) == from
                && !self.is_declared(slot)
        });
        scene.unlike(cargo.map(|(slot, _)| slot)).into_iter().map(Choice::Piece).collect()
    }
}

impl Procedure for Movement {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // LRR 58.4
        Label("ship"),
        Do(Step::Ship),
        Unless(Test::ShipIsDeclared, "arrival"),
        // LRR 95
        Do(Step::Load),
        Unless(Test::MovesFirst, "ship"),
        Do(Step::Arrive),
        Jump("ship"),
        // LRR 58.6
        Label("arrival"),
        Do(Step::Arrive),
    ]);

    fn holds(&self, test: Test, _: &Resolver<'_>) -> bool {
        match test {
            Test::ShipIsDeclared => self.ship.is_some(),
            Test::MovesFirst => self.first,
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match step {
            Step::Ship => return self.ship(run),
            Step::Load => return self.load(run),
            Step::Arrive => run.move_to(Place::Space(self.system), self.declared.drain(..)),
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let mut options = match step {
            Step::Ship => self.movable(by),
            _ => self.loadable(by),
        };
        options.push(Choice::Done);
        options
    }
}
