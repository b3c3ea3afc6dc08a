//! A ship activates (RR "Activation Phase").

use cardmill_kernel::procedure::Line::{Do, Unless};
use cardmill_kernel::procedure::{Line::Label, Procedure};
use cardmill_kernel::rules::Flow;

use super::{Flight, Granted, Task};
use crate::advance::Run;
use crate::proposal::Verb;
use crate::ship::Flags;
use crate::vocabulary::{Bearing, Difficulty, Maneuver};

#[derive(Clone, Copy)]
enum Step {
    Begin,
    Prepare,
    RevealDial,
    PrepareManeuver,
    ExecuteManeuver,
    BeginActing,
    PerformAction,
    Finish,
}

#[derive(Clone, Copy)]
enum Test {
    MayAct,
}

const ACTIVATE: Procedure<Step, Test> = Procedure::new(&[
    // Abilities before the ship activates, and before it reveals its dial.
    Do(Step::Begin),
    Do(Step::Prepare),
    // RR "Activation Phase": the dial is revealed.
    Do(Step::RevealDial),
    // Abilities before it executes its maneuver.
    Do(Step::PrepareManeuver),
    // RR "Activation Phase": the maneuver is executed.
    Do(Step::ExecuteManeuver),
    // RR "Activation Phase": an action may be performed; a ship that executed its maneuver
    // partially (RR "Overlap"), or met an asteroid or a gas cloud (RR "Obstacles"), skips this.
    Unless(Test::MayAct, "end"),
    Do(Step::BeginActing),
    Do(Step::PerformAction),
    Label("end"),
    // Only now come abilities after the ship activates.
    Do(Step::Finish),
]);

/// The maneuver of an ionized ship: a blue straight of speed 1 (RR "Ion").
pub(crate) const ION: Maneuver =
    Maneuver { speed: 1, bearing: Bearing::Straight, difficulty: Difficulty::Blue };

/// The maneuver of a stressed ship that would execute a red one, and of a ship without Force that would
/// execute a purple one: a white straight of speed 2 (RR "Stress", RR "Difficulty").
pub(crate) const SAFE: Maneuver =
    Maneuver { speed: 2, bearing: Bearing::Straight, difficulty: Difficulty::White };

impl Run<'_> {
    pub(super) fn activate(&mut self) -> Flow {
        if !self.is_there() {
            return Flow::End;
        }
        let may_act = |run: &Self, Test::MayAct| {
            let ship = run.ship();
            let flags = run.scene.ship(ship).flags;
            let hindered = flags.has(Flags::HINDERED) || run.scene.hits_asteroid(ship);
            let anyway = run.scene.stats(ship).acts_after_overlap;
            let skips = run.scene.stats(ship).skips_action_step;
            (flags.has(Flags::FULLY) || anyway) && !hindered && !skips
        };
        ACTIVATE.run(self.frame.at, self, may_act, |run, step| match step {
            Step::Begin => run.prepare(Verb::BeforeActivating),
            // RR "Ion": an ionized ship has no dial.
            Step::Prepare if run.scene.is_ionized(run.ship()) => Flow::Next,
            Step::Prepare => run.prepare(Verb::BeforeRevealing),
            Step::RevealDial => run.reveal_dial(),
            Step::PrepareManeuver => run.prepare(Verb::BeforeExecuting),
            Step::ExecuteManeuver => run.execute_maneuver(),
            Step::BeginActing => run.prepare(Verb::ActionStep),
            Step::PerformAction => {
                let stressed = run.scene.stats(run.ship()).strives_in_step;
                run.calls(Task::Act(Granted { stressed, ..Granted::ANY }))
            }
            Step::Finish => run.prepare(Verb::Activated),
        })
    }

    fn prepare(&mut self, verb: Verb) -> Flow {
        self.does(verb, self.ship());
        Flow::Next
    }

    fn reveal_dial(&mut self) -> Flow {
        let ship = self.ship();
        let ionized = self.scene.is_ionized(ship);
        let dial = if ionized { ION } else { self.scene.ship(ship).dial.unwrap_or(SAFE) };
        self.does(Verb::Reveal(dial), ship);
        Flow::Next
    }

    fn execute_maneuver(&mut self) -> Flow {
        let ship = self.ship();
        let Some(dial) = self.scene.ship(ship).maneuver else {
            return self.broken("a ship that activates has a maneuver");
        };
        let difficulty = self.scene.difficulty(ship, dial);
        let refused = self.scene.refuses(ship, dial);
        let maneuver = if refused { SAFE } else { Maneuver { difficulty, ..dial } };
        self.calls(Task::Execute(Flight::of(maneuver)))
    }
}
