//! A tactical action (LRR 89).

use cardmill_kernel::card::Seat;
use cardmill_kernel::procedure::Line::{Do, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{CannonOffense, Invasion, Limits, Movement, Procedure, Production, SpaceCombat};
use crate::advance::{Resolver, Run};
use crate::piece::SystemId;
use crate::proposal::{Proposal, Verb};

/// A tactical action (LRR 89) in the system that it activates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tactical {
    system: SystemId,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Activate,
    StartMovement,
    Movement,
    CannonOffense,
    SpaceCombat,
    Limits,
    Invasion,
    Production,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    TwoFleets,
    Halted,
}

impl Tactical {
    /// A tactical action in this system, from its activation on.
    pub(super) const fn of(system: SystemId) -> Self {
        Self { system }
    }

    /// The opponent in a space combat, if there is one.
    fn defender(&self, by: &Resolver<'_>) -> Option<Seat> {
        let fleets = || by.scene.fleets(self.system);
        let other = fleets().find(|&other| other != by.seat);
        other.filter(|_| fleets().any(|own| own == by.seat))
    }
}

impl Procedure for Tactical {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // LRR 89.1
        Do(Step::Activate),
        When(Test::Halted, "end"),
        // LRR 89.2
        Do(Step::StartMovement),
        Do(Step::Movement),
        // LRR 77.2
        Do(Step::CannonOffense),
        // LRR 89.3
        Unless(Test::TwoFleets, "fleets"),
        Do(Step::SpaceCombat),
        // LRR 37.3, 16.3
        Label("fleets"),
        Do(Step::Limits),
        // LRR 89.4
        Do(Step::Invasion),
        // LRR 89.5
        Do(Step::Production),
        Do(Step::Limits),
        Label("end"),
        Do(Step::End),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        match test {
            Test::TwoFleets => self.defender(by).is_some(),
            Test::Halted => by.scene.board.halted,
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (seat, system) = (run.seat, self.system);
        let about = |verb| [Proposal::new(verb, seat).in_system(system)];
        match step {
            Step::Activate => run.propose(about(Verb::Activate)),
            Step::StartMovement => run.propose(about(Verb::StartMovement)),
            Step::Movement => run.call(seat, Movement::into_system(system)),
            Step::CannonOffense => run.call(seat, CannonOffense::of(system)),
            Step::SpaceCombat => {
                let defender = self.defender(run);
                defender.into_iter().for_each(|d| run.call(seat, SpaceCombat::with(d, system)));
            }
            Step::Limits => run.call(seat, Limits::of(system)),
            Step::Invasion => run.call(seat, Invasion::of(system)),
            Step::Production => run.call(seat, Production::of(system)),
            Step::End => run.propose(about(Verb::EndTactical)),
        }
        Flow::Next
    }
}
