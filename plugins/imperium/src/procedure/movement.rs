//! Ships move: they and what they transport are declared, then all arrive at once (LRR 58, 95).

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, SystemId};
use crate::proposal::{Proposal, Verb};
use crate::scene::Course;
use crate::vocabulary::{Modifier, UnitType};

/// The least result with which a ship leaves a gravity rift (LRR 41.2).
const OUT_OF_RIFT: u8 = 4;

/// The number that a gravity drive adds to the move value of one ship.
const DRIVE: u8 = 1;

/// Ships on their way to a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement {
    system: SystemId,
    /// The pieces that were declared and have not arrived, each with `true` if the ship before it
    /// transports it.
    declared: Vec<(Ref, bool)>,
    /// The ship that was declared last.
    pub(crate) ship: Option<Ref>,
    /// The number of units that it can still transport.
    room: u8,
    /// It moves before the other ships.
    first: bool,
    /// One ship has gone further than it could by itself.
    driven: bool,
    /// The ships that go through gravity rifts, and the number of rifts of each.
    risks: Vec<(Ref, u8)>,
    /// The number of dice with which the ship that is at risk gets out.
    out: i16,
    /// Ships have arrived.
    arrived: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Ship,
    Load,
    Rift,
    Lose,
    Arrive,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    ShipIsDeclared,
    MovesFirst,
    Risks,
}

impl Movement {
    /// A movement into a system.
    pub(super) fn into_system(system: SystemId) -> Self {
        Self { system, ..Self::default() }
    }

    /// The slots of the pieces that were declared and have not arrived, each with `true` if it is
    /// transported.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (Slot, bool)> + '_ {
        self.declared.iter().map(|&(piece, carried)| (piece.slot, carried))
    }

    fn is_declared(&self, slot: Slot) -> bool {
        self.declared.iter().any(|(piece, _)| piece.slot == slot)
    }

    /// The number of gravity rifts that a ship would leave, and `true` if it needs the drive to get
    /// there; `None` if it cannot.
    fn way(&self, slot: Slot, course: &Course<'_>, by: &Resolver<'_>) -> Option<(u8, bool)> {
        let scene = by.scene;
        let drive = scene.standing(by.seat).drive && !self.driven;
        let plain = scene.way(course, slot, 0).map(|rifts| (rifts, false));
        plain.or_else(|| {
            let driven = scene.way(course, slot, DRIVE).filter(|_| drive);
            driven.map(|rifts| (rifts, true))
        })
    }

    fn ship(&mut self, run: &mut Run<'_>) -> Flow {
        match run.answer {
            None => return run.ask(run.seat, Prompt::Move),
            Some(choice @ (Choice::Piece(slot) | Choice::First(slot))) => {
                let ship = run.scene.reference(slot);
                let course = run.scene.course(run.seat, self.system);
                if let Some((rifts, driven)) = self.way(slot, &course, run) {
                    self.driven |= driven;
                    self.risks.extend((rifts > 0).then_some((ship, rifts)));
                }
                self.ship = Some(ship);
                self.declared.push((ship, false));
                self.room = run.scene.attributes(slot).unit.capacity;
                self.first = choice == Choice::First(slot);
            }
            Some(_) => (self.ship, self.first) = (None, false),
        }
        Flow::Next
    }

    fn load(&mut self, run: &mut Run<'_>) -> Flow {
        match run.answer {
            Some(Choice::Piece(slot)) => {
                self.declared.push((run.scene.reference(slot), true));
                self.room -= 1;
                Flow::Again
            }
            None if self.room > 0 => run.ask(run.seat, Prompt::Load),
            _ => Flow::Next,
        }
    }

    /// Removes a ship that does not get out of a rift, with what it transports (LRR 41.2).
    fn lose(&mut self, run: &mut Run<'_>) {
        let Some((ship, rifts)) = self.risks.pop() else { return };
        if self.out >= rifts.into() {
            return;
        }
        let Some(at) = self.declared.iter().position(|(piece, _)| *piece == ship) else { return };
        let carried = self.declared[at + 1..].iter().take_while(|(_, carried)| *carried).count();
        let remove = Proposal::new(Verb::Remove, run.seat);
        run.propose(self.declared.drain(at..=at + carried).map(|(piece, _)| remove.of(piece)));
    }

    /// Ships that could move, one of each that are alike. More than the fleet pool allows would be
    /// removed at once (LRR 37.3): those are not offered.
    fn movable(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        if scene.is_kept_from(by.seat, Modifier::NoMovement) {
            return Vec::new();
        }
        let counts = |slot: Slot| {
            scene.piece(slot).place == Place::Space(self.system) || self.is_declared(slot)
        };
        let owned = scene
            .figures()
            .filter(|&(slot, _)| scene.sails(slot) && scene.piece(slot).owner == by.seat);
        // A space dock that floats is no ship (LRR 37.1).
        let is_free = |unit: UnitType| unit == UnitType::Fighter || !unit.is_ship();
        let fleet = owned.clone().filter(|&(s, u)| !is_free(u) && counts(s)).count();
        let room = fleet < usize::from(scene.fleet_limit(by.seat));
        let course = scene.course(by.seat, self.system);
        let open = owned.filter(|&(slot, unit)| (room || is_free(unit)) && !self.is_declared(slot));
        let mut ships = scene.unlike(open.map(|(slot, _)| slot));
        ships.retain(|&slot| self.way(slot, &course, by).is_some());
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
        Unless(Test::ShipIsDeclared, "rift"),
        // LRR 95
        Do(Step::Load),
        Unless(Test::MovesFirst, "ship"),
        // LRR 41.2
        Label("rift"),
        Unless(Test::Risks, "arrival"),
        Do(Step::Rift),
        Do(Step::Lose),
        Jump("rift"),
        // LRR 58.6
        Label("arrival"),
        Do(Step::Arrive),
        When(Test::MovesFirst, "ship"),
        Do(Step::End),
    ]);

    fn holds(&self, test: Test, _: &Resolver<'_>) -> bool {
        match test {
            Test::ShipIsDeclared => self.ship.is_some(),
            Test::MovesFirst => self.first,
            Test::Risks => !self.risks.is_empty(),
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match step {
            Step::Ship => return self.ship(run),
            Step::Load => return self.load(run),
            Step::Rift => {
                self.out = 0;
                if let Some(&(ship, rifts)) = self.risks.last() {
                    let roll = Proposal::new(Verb::Roll(OUT_OF_RIFT), run.seat).of(ship);
                    // With a system it is known to be no combat roll.
                    let roll = Proposal { system: run.scene.system_of(ship.slot), ..roll };
                    run.propose(core::iter::repeat_n(roll, rifts.into()));
                }
            }
            Step::Lose => self.lose(run),
            Step::Arrive => {
                self.arrived |= !self.declared.is_empty();
                let declared = self.declared.drain(..).map(|(piece, _)| piece);
                run.move_to(Place::Space(self.system), declared);
            }
            Step::End => {
                let arrive = Proposal::new(Verb::ShipsArrive, run.seat).in_system(self.system);
                run.propose(self.arrived.then_some(arrive));
            }
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

    fn returned(&mut self, outcome: Outcome) {
        self.out = outcome.number.unwrap_or(self.out);
    }
}
