//! A ground combat, round by round (LRR 42).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::side::{Rolled, in_order};
use super::{Assignment, Procedure, Side};
use crate::advance::{Resolver, Run};
use crate::piece::{Place, PlanetId, SystemId};
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Modifier, UnitType};

/// A ground combat on a planet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroundCombat {
    system: SystemId,
    planet: PlanetId,
    defender: Seat,
    /// The round of the combat, from 1.
    round: u8,
    rolled: Rolled,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    StartRound,
    Roll(Side),
    /// The combat rolls of a side were made: dice can be rolled again.
    Rolled(Side),
    Count(Side),
    Assign(Side),
    EndRound,
    Return,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    BothFight,
}

impl GroundCombat {
    /// A ground combat with a defender on a planet.
    pub(super) fn on(planet: PlanetId, defender: Seat, system: SystemId) -> Self {
        Self { system, planet, defender, ..Self::default() }
    }

    /// Returns fighters that have fought on a planet to the space area.
    pub(super) fn lift_fighters(planet: PlanetId, system: SystemId, run: &mut Run<'_>) {
        let (scene, seat) = (run.scene, run.seat);
        let fighters = scene.ground(planet, seat).filter(|&(_, unit)| unit == UnitType::Fighter);
        run.move_to(Place::Space(system), fighters.map(|(slot, _)| scene.reference(slot)));
    }

    const fn seat(&self, side: Side, by: &Resolver<'_>) -> Seat {
        match side {
            Side::Attacker => by.seat,
            Side::Defender => self.defender,
        }
    }

    fn forces<'r>(&self, side: Side, by: &Resolver<'r>) -> impl Iterator<Item = Slot> + use<'r> {
        by.scene.ground(self.planet, self.seat(side, by)).map(|(slot, _)| slot)
    }
}

impl Procedure for GroundCombat {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Label("round"),
        Do(Step::StartRound),
        Unless(Test::BothFight, "end"),
        // LRR 42.1
        Do(Step::Roll(Side::Attacker)),
        Do(Step::Rolled(Side::Attacker)),
        Do(Step::Count(Side::Attacker)),
        Do(Step::Roll(Side::Defender)),
        Do(Step::Rolled(Side::Defender)),
        Do(Step::Count(Side::Defender)),
        // LRR 42.2
        Do(Step::Assign(Side::Defender)),
        Do(Step::Assign(Side::Attacker)),
        Do(Step::EndRound),
        When(Test::BothFight, "round"),
        Label("end"),
        Do(Step::Return),
        Do(Step::End),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Test::BothFight = test;
        let fights = |side| self.forces(side, by).next().is_some();
        fights(Side::Attacker) && fights(Side::Defender)
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let about = Proposal::new(Verb::StartRound, run.seat).with(self.defender);
        let about = about.in_system(self.system).on(self.planet);
        match step {
            Step::StartRound => {
                self.round += 1;
                run.propose([about.amount(self.round.into())]);
            }
            Step::Roll(side) => {
                self.rolled.rolls(side);
                if run.scene.is_kept_from(self.seat(side, run), Modifier::NoRolls) {
                    return Flow::Next;
                }
                let value = |slot| run.scene.attributes(slot).combat_value();
                let dice = in_order(self.forces(side, run), value);
                run.roll_in_combat(self.seat(side, run), &dice, Hits::GroundCombat);
            }
            Step::Rolled(side) => {
                let seats = (self.seat(side, run), self.seat(side.opponent(), run));
                let rolls = Proposal { verb: Verb::CombatRolls, seat: seats.0, ..about };
                self.rolled.tell(side, rolls.with(seats.1), run);
            }
            Step::Count(side) => self.rolled.recount(side, self.seat(side, run), run),
            Step::Assign(side) => {
                let (seat, by) = (self.seat(side, run), self.seat(side.opponent(), run));
                // Both have rolled: who answers hits of the opponent has a hit more.
                let answers = run.scene.standing(by).answers_hits && self.rolled.of(side) > 0;
                let number = self.rolled.of(side.opponent()) + i16::from(answers);
                if number > 0 {
                    let of = Assignment::of(number, Hits::GroundCombat, by, self.system);
                    run.call(seat, of.on(self.planet));
                }
            }
            Step::EndRound => run.propose([Proposal { verb: Verb::EndRound, ..about }]),
            Step::Return => Self::lift_fighters(self.planet, self.system, run),
            Step::End => run.propose([Proposal { verb: Verb::EndCombat, ..about }]),
        }
        Flow::Next
    }

    fn returned(&mut self, outcome: Outcome) {
        self.rolled.are_hits(outcome.number);
    }
}
