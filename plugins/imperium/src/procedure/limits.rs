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

/// The units of a player in a system, and what may be there.
pub(super) struct Load {
    /// The number of ships, fighters not counted, that the fleet pool allows.
    pub(super) limit: usize,
    /// The number of ships there, fighters not counted.
    pub(super) fleet: usize,
    /// The number of units for which there is capacity.
    pub(super) room: usize,
    /// The number of fighters for which none is needed.
    docked: usize,
    fighters: usize,
    pub(super) ground: usize,
    /// Fighters beyond capacity count against the fleet pool.
    in_fleet: bool,
    /// Two of them count as one ship.
    halved: bool,
}

impl Load {
    /// The load of a player in a system.
    pub(super) fn of(scene: Scene<'_>, seat: Seat, system: SystemId) -> Self {
        let limit = usize::from(scene.fleet_limit(seat));
        let fighter = scene.unit_card(seat, UnitType::Fighter).and_then(|card| card.unit);
        let in_fleet = fighter.is_some_and(|unit| unit.in_fleet);
        let halved = fighter.is_some_and(|unit| unit.halved);
        let (fighters, ground) = (0, 0);
        let mut load =
            Self { limit, fleet: 0, room: 0, docked: 0, fighters, ground, in_fleet, halved };
        for (slot, unit) in scene.units_of(system, seat) {
            match unit {
                UnitType::SpaceDock if scene.floats(slot) => {
                    load.room += usize::from(scene.attributes(slot).unit.capacity);
                }
                UnitType::SpaceDock => load.docked += DOCK_FIGHTERS,
                _ if scene.piece(slot).place != Place::Space(system) => {}
                UnitType::Fighter => load.fighters += 1,
                _ if unit.is_ground_force() => load.ground += 1,
                _ => {
                    load.fleet += usize::from(unit.is_ship());
                    load.room += usize::from(scene.attributes(slot).unit.capacity);
                }
            }
        }
        load
    }

    /// Tells whether there is more than fleet pool or capacity allow.
    const fn exceeds(&self) -> bool {
        let strays = self.strays(0, 0);
        self.fleet + self.ships(strays) > self.limit || self.carried(0) > self.room + strays
    }

    /// The number of ships as which so many fighters count against the fleet pool.
    pub(super) const fn ships(&self, strays: usize) -> usize {
        if self.halved { strays.div_ceil(2) } else { strays }
    }

    /// The number of fighters that count against the fleet pool, with so many more and so much more
    /// capacity.
    pub(super) const fn strays(&self, more: usize, room: usize) -> usize {
        let fighters = (self.fighters + more).saturating_sub(self.docked);
        let beyond = (fighters + self.ground).saturating_sub(self.room + room);
        match (self.in_fleet, beyond < fighters) {
            (false, _) => 0,
            (true, true) => beyond,
            (true, false) => fighters,
        }
    }

    /// The number of units that need capacity, with so many more fighters.
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
    /// The limits of a player in a system.
    pub(super) const fn of(system: SystemId) -> Self {
        Self { system }
    }

    /// The limits in a system where a player has too much, unless it fights there: in a combat
    /// capacity does not count (LRR 16.3c).
    pub(crate) fn due(scene: Scene<'_>, seat: Seat, system: SystemId) -> Option<Self> {
        let board = scene.board;
        let fights = board.system == Some(system)
            && board.combat.is_some_and(|combat| combat.opponent(seat).is_some());
        let due = !fights && Load::of(scene, seat, system).exceeds();
        due.then_some(Self { system })
    }

    /// Begins the procedure in all systems: a player's fleet pool may have shrunk (LRR 37.3).
    pub(crate) fn everywhere(run: &mut Run<'_>, seat: Seat) {
        for system in 0..run.scene.board.systems.len() as SystemId {
            let due = Self::due(run.scene, seat, system);
            due.into_iter().for_each(|limits| run.call(seat, limits));
        }
    }

    /// The units of which one must go; none if all is well.
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
        let strays = load.strays(0, 0);
        if load.fleet + load.ships(strays) > load.limit {
            here(&|unit| unit.is_ship() && (unit != UnitType::Fighter || strays > 0))
        } else if load.carried(0) > load.room + strays {
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
