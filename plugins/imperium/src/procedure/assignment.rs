//! Hits are cancelled, sustained and assigned, one at a time (LRR 78.6, 87). What happens after a
//! unit sustains is resolved before the next one is chosen.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{PlanetId, SystemId};
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Modifier, UnitType};

/// Hits that a player assigns, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assignment {
    /// The number of hits that are left.
    left: i16,
    hits: Hits,
    /// The player who produced them.
    by: Seat,
    system: SystemId,
    planet: Option<PlanetId>,
    /// The hits that are assigned to ships other than fighters, if there are any.
    aimed: i16,
    /// The only unit to which they can be assigned; `None` for any that is in their reach.
    only: Option<Ref>,
    /// A hit has been assigned. Sustain Damage comes before that (LRR 87).
    assigned: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Announce,
    Assign,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Done,
}

impl Assignment {
    /// An assignment of so many hits by a player to ships in a system.
    pub(crate) fn of(left: i16, hits: Hits, by: Seat, system: SystemId) -> Self {
        Self { left, hits, by, system, ..Self::default() }
    }

    /// The same on the ground forces of a planet.
    pub(crate) const fn on(self, planet: PlanetId) -> Self {
        Self { planet: Some(planet), ..self }
    }

    /// The same with so many hits that are assigned to ships other than fighters.
    pub(crate) const fn aimed(self, aimed: i16) -> Self {
        Self { aimed, ..self }
    }

    /// The same on one unit alone.
    pub(crate) const fn only(self, unit: Ref) -> Self {
        Self { only: Some(unit), ..self }
    }

    /// So many hits are left: those that are aimed go first, since they leave the least choice.
    fn take(&mut self, left: i16) {
        self.aimed = (self.aimed - (self.left - left)).max(0);
        self.left = left;
    }

    /// The units to which these hits can be assigned.
    fn targets(&self, by: &Resolver<'_>) -> Vec<Slot> {
        let Resolver { scene, seat, .. } = *by;
        if let Some(only) = self.only {
            let there = scene.is_current(only) && scene.unit_type(only.slot).is_some();
            return if there { vec![only.slot] } else { Vec::new() };
        }
        let slots = |(slot, _)| slot;
        let ships = scene.ships(self.system, seat);
        match (self.hits, self.planet) {
            (Hits::Barrage, _) => {
                ships.filter(|&(_, unit)| unit == UnitType::Fighter).map(slots).collect()
            }
            _ if self.aimed > 0
                || self.hits == Hits::SpaceCannon && scene.is_under(self.by, Modifier::AtShips) =>
            {
                let all: Vec<(Slot, UnitType)> = ships.collect();
                let others = all.iter().any(|&(_, unit)| unit != UnitType::Fighter);
                let fits = |&(_, unit): &(Slot, UnitType)| !others || unit != UnitType::Fighter;
                all.into_iter().filter(fits).map(slots).collect()
            }
            (Hits::SpaceCombat | Hits::SpaceCannon | Hits::Ability, _) => {
                ships.map(slots).collect()
            }
            (_, Some(planet)) => scene.ground(planet, seat).map(slots).collect(),
            _ => Vec::new(),
        }
    }
}

impl Procedure for Assignment {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        When(Test::Done, "end"),
        Do(Step::Announce),
        // LRR 87, 78.6
        Label("hit"),
        When(Test::Done, "end"),
        Do(Step::Assign),
        Jump("hit"),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Test::Done = test;
        self.left <= 0 || self.targets(by).is_empty()
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        let about = |verb| Proposal {
            system: Some(self.system),
            planet: self.planet,
            ..Proposal::new(verb, seat).with(self.by)
        };
        let mut cancelled = 1;
        match (step, run.answer) {
            (Step::Announce, _) => {
                run.propose([about(Verb::AssignHits(self.hits)).amount(self.left)]);
                return Flow::Next;
            }
            (Step::Assign, Some(Choice::Sustain(slot))) => {
                // LRR 87.6
                cancelled += i16::from(scene.standing(seat).sustains_two);
                run.propose([about(Verb::Sustain).of(scene.reference(slot)).amount(1)]);
            }
            (Step::Assign, Some(Choice::Piece(slot))) => {
                let destroy = about(Verb::Destroy).of(scene.reference(slot)).amount(1);
                run.propose([Proposal { hits: Some(self.hits), ..destroy }]);
                self.assigned = true;
            }
            (Step::Assign, _) => return run.ask(seat, Prompt::Assign),
        }
        self.take(self.left - cancelled);
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        let sustains = !self.assigned && self.hits != Hits::Barrage;
        let can = |&slot: &Slot| {
            sustains && !scene.piece(slot).damaged && scene.attributes(slot).unit.sustain
        };
        let units = scene.unlike(self.targets(by));
        let sustain = units.iter().copied().filter(can).map(Choice::Sustain);
        sustain.chain(units.iter().copied().map(Choice::Piece)).collect()
    }

    /// Takes note of the hits that are left: they can be cancelled before they are assigned.
    fn returned(&mut self, outcome: Outcome) {
        self.take(outcome.number.unwrap_or(self.left));
    }
}
