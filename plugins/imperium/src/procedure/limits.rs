//! Excess ships, then excess fighters and ground forces, are removed (LRR 37.3, 16.3).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, SystemId};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::UnitType;

/// Fighters in its system that a space dock, by its sheet, keeps from counting against capacity.
const DOCK_FIGHTERS: usize = 3;

/// What a player may have in a system, and what there is.
pub(super) struct Load {
    /// Ships, fighters not counted, that the fleet pool allows.
    pub(super) limit: usize,
    /// Ships, fighters not counted.
    pub(super) fleet: usize,
    /// Units for which there is capacity.
    pub(super) room: usize,
    /// Fighters for which none is needed.
    docked: usize,
    fighters: usize,
    ground: usize,
}

impl Load {
    /// Of a player in a system.
    pub(super) fn of(scene: Scene<'_>, seat: Seat, system: SystemId) -> Self {
        let ships = scene.ships(system, seat);
        let capacity =
            ships.map(|(slot, _)| usize::from(scene.attributes(slot).unit.capacity)).sum();
        let fleet = scene.ships(system, seat).filter(|&(_, u)| u != UnitType::Fighter).count();
        let in_space = |slot: Slot| {
            let piece = scene.piece(slot);
            piece.owner == seat && piece.place == Place::Space(system)
        };
        let count = |fits: &dyn Fn(UnitType) -> bool| {
            scene.figures().filter(|&(slot, unit)| in_space(slot) && fits(unit)).count()
        };
        let fighters = count(&|unit| unit == UnitType::Fighter);
        let ground = count(&UnitType::is_ground_force);
        let docks = scene
            .figures()
            .filter(|&(slot, unit)| {
                unit == UnitType::SpaceDock
                    && scene.piece(slot).owner == seat
                    && scene.system_of(slot) == Some(system)
            })
            .count();
        let (limit, docked) = (usize::from(scene.fleet_limit(seat)), DOCK_FIGHTERS * docks);
        Self { limit, fleet, room: capacity, docked, fighters, ground }
    }

    /// Units that need capacity, with so many more fighters.
    pub(super) const fn carried(&self, more: usize) -> usize {
        (self.fighters + more).saturating_sub(self.docked) + self.ground
    }
}

/// Units beyond fleet pool and capacity in a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    system: SystemId,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Remove,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Kept,
}

impl Limits {
    /// In a system.
    pub(super) const fn of(system: SystemId) -> Self {
        Self { system }
    }

    /// The units of which one must go.
    fn excess(&self, by: &Resolver<'_>) -> Vec<Slot> {
        let Resolver { scene, seat, .. } = *by;
        let load = Load::of(scene, seat, self.system);
        let here = |fits: &dyn Fn(UnitType) -> bool| {
            let figures = scene.figures().filter(|&(slot, unit)| {
                let piece = scene.piece(slot);
                piece.owner == seat && piece.place == Place::Space(self.system) && fits(unit)
            });
            scene.unlike(figures.map(|(slot, _)| slot))
        };
        if load.fleet > load.limit {
            here(&|unit| unit.is_ship() && unit != UnitType::Fighter)
        } else if load.carried(0) > load.room {
            // Removing a fighter that no capacity is needed for would not help.
            let fighters = load.fighters > load.docked;
            here(&|unit| unit.is_ground_force() || unit == UnitType::Fighter && fighters)
        } else {
            Vec::new()
        }
    }
}

impl Procedure for Limits {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Label("excess"),
        When(Test::Kept, "end"),
        Do(Step::Remove),
        Jump("excess"),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Test::Kept = test;
        self.excess(by).is_empty()
    }

    fn step(&mut self, _: Step, run: &mut Run<'_>) -> Flow {
        let Some(Choice::Piece(slot)) = run.answer else {
            return run.ask(run.seat, Prompt::Limits);
        };
        let unit = run.scene.reference(slot);
        run.propose([Proposal::new(Verb::Remove, run.seat).of(unit)]);
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        self.excess(by).into_iter().map(Choice::Piece).collect()
    }
}
