//! An action of the action bar is performed (RR "Actions").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::{Do, Label, When};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Flight, Granted, Meetings, Only, Task};
use crate::advance::Run;
use crate::choice::{Choice, Prompt};
use crate::locals::Work;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::shift::Shift;
use crate::vocabulary::{Action, ActionSpec, Difficulty, Facing, Maneuver, Token};

/// An action of the action bar that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Performance {
    /// The action, its difficulty and the action linked to it.
    pub spec: ActionSpec,
    /// The target that was chosen; [`Aim::Nothing`] before.
    pub aim: Aim,
    /// `true` for a boost that failed, because the ship would overlap another one.
    pub failed: bool,
    /// The actions that the ship which is coordinated had performed before, one bit each.
    pub before: u16,
}

/// The aim of an action, as its player chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// Nothing: no aim was chosen so far.
    Nothing,
    /// Another ship: to lock, to coordinate or to jam.
    Ship(Slot),
    /// An upgrade, to be reloaded.
    Card(Slot),
    /// The direction to which the indicator is turned, or the end that is reinforced.
    Facing(Facing),
    /// The move of a boost or of a barrel roll.
    Shift(Shift),
    /// The maneuver of a SLAM, its difficulty as on the dial.
    Maneuver(Maneuver),
}

impl Performance {
    /// An action that begins, without an aim.
    #[must_use]
    pub const fn of(spec: ActionSpec) -> Self {
        Self { spec, aim: Aim::Nothing, failed: false, before: 0 }
    }
}

#[derive(Clone, Copy)]
enum Step {
    Begin,
    TakeAim,
    Resolve,
    SeeWhetherItFails,
    MeetObstacles,
    Disarm,
    GainStress,
    PerformLinkedAction,
    Finish,
}

#[derive(Clone, Copy)]
enum Test {
    Failed,
}

const PERFORM: Procedure<Step, Test> = Procedure::new(&[
    // RR "Actions": a purple action costs one Force.
    Do(Step::Begin),
    // The target is chosen, the action is resolved.
    Do(Step::TakeAim),
    Do(Step::Resolve),
    // RR "Actions": what fails is not performed, but as hard all the same: red gives stress.
    Do(Step::SeeWhetherItFails),
    // RR "Obstacles": what it moved through has its effect.
    Do(Step::MeetObstacles),
    // RR "SLAM": a disarm token comes after its maneuver.
    Do(Step::Disarm),
    Do(Step::GainStress),
    When(Test::Failed, "end"),
    // RR "Actions": a linked action may follow.
    Do(Step::PerformLinkedAction),
    // Only now come abilities after the ship performs an action.
    Do(Step::Finish),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn perform(&mut self, performance: Performance) -> Flow {
        let Performance { spec, aim, failed, before } = performance;
        let ActionSpec { action, difficulty, linked, reddened } = spec;
        let ship = self.ship();
        let failed = |_: &Self, Test::Failed| failed;
        PERFORM.run(self.frame.at, self, failed, |run, step| {
            match step {
                Step::Begin => {
                    if difficulty == Difficulty::Purple {
                        run.does(Verb::SpendForce, ship);
                    }
                    run.does(Verb::Perform(action), ship);
                }
                Step::TakeAim => return run.take_aim(performance),
                Step::Resolve => {
                    let blocked = action == Action::Boost && run.is_blocked(aim);
                    let before = match aim {
                        Aim::Ship(it) => run.scene.ship(it).performed,
                        _ => 0,
                    };
                    run.performs(Performance { failed: blocked, before, ..performance });
                    run.resolve(action, aim, blocked);
                    if reddened {
                        run.does(Verb::Reddened(action), ship);
                    }
                }
                Step::SeeWhetherItFails => {
                    let failed = performance.failed && run.frame.locals.did;
                    run.performs(Performance { failed, ..performance });
                    // What would have failed goes as far as there is room.
                    if let Aim::Shift(shift) = aim
                        && performance.failed
                        && !failed
                    {
                        run.does(Verb::Move(shift), ship);
                    }
                }
                Step::MeetObstacles => {
                    if matches!(aim, Aim::Shift(_)) && !performance.failed && run.is_there() {
                        run.stop(ship);
                        let met = Meetings::new(&run.scene.board.passage, false);
                        run.begin(Task::Meet(met), ship);
                    }
                }
                Step::Disarm => {
                    if action == Action::Slam {
                        run.does(Verb::Gain(Token::Disarm), ship);
                    }
                }
                Step::GainStress => {
                    if difficulty == Difficulty::Red {
                        run.does(Verb::Gain(Token::Stress), ship);
                    }
                }
                Step::PerformLinkedAction => {
                    if linked.is_some() {
                        let only = Only::Linked(spec);
                        run.begin(Task::Act(Granted { only, stressed: false }), ship);
                    }
                }
                Step::Finish => {
                    if let (Action::Coordinate, Aim::Ship(it)) = (action, aim) {
                        let done = run.scene.ship(it).performed & !before;
                        run.propose(Proposal::new(Verb::Led(done), Slot::MAX));
                        run.propose(Proposal::new(Verb::Coordinated(difficulty), it).other(ship));
                    }
                    run.does(Verb::Performed(action, difficulty), ship);
                }
            }
            Flow::Next
        })
    }

    fn performs(&mut self, performance: Performance) {
        self.frame.locals.work = Work::Procedure(Task::Perform(performance));
    }

    /// Tells whether a boost of the ship would overlap another one, and so fails.
    fn is_blocked(&self, aim: Aim) -> bool {
        let ship = self.ship();
        match aim {
            Aim::Shift(shift) => !self.scene.shifted(ship, shift).fully,
            _ => self.scene.board.relations.blocked & (1 << ship) != 0,
        }
    }

    fn take_aim(&mut self, performance: Performance) -> Flow {
        let aim = match (performance.spec.action, self.answer.take()) {
            (_, Some(Choice::Ship(ship))) => Aim::Ship(ship),
            (_, Some(Choice::Card(card))) => Aim::Card(card),
            (_, Some(Choice::Face(facing))) => Aim::Facing(facing),
            (_, Some(Choice::Move(shift))) => Aim::Shift(shift),
            (_, Some(Choice::Dial(maneuver))) => Aim::Maneuver(maneuver),
            (Action::Boost | Action::BarrelRoll, _) if self.scene.has_mat() => {
                let ship = self.ship();
                if self.scene.shifts_of(ship, performance.spec).is_empty() {
                    return Flow::End;
                }
                return self.ask(self.frame.seat, Prompt::Reposition(ship));
            }
            (
                Action::Lock
                | Action::Jam
                | Action::Coordinate
                | Action::Reload
                | Action::Reinforce
                | Action::RotateArc
                | Action::Slam,
                _,
            ) => return self.ask(self.frame.seat, Prompt::Aim),
            _ => Aim::Nothing,
        };
        let mut spec = performance.spec;
        match aim {
            Aim::Shift(Shift::Boost(5 | 6)) => spec.difficulty = Difficulty::Red,
            Aim::Shift(Shift::Boost(7 | 8)) => self.does(Verb::SpendForce, self.ship()),
            _ => {}
        }
        self.performs(Performance { aim, spec, ..performance });
        Flow::Next
    }

    fn resolve(&mut self, action: Action, aim: Aim, blocked: bool) {
        let ship = self.ship();
        if let Some(token) = Scene::gained_by(action) {
            self.does(Verb::Gain(token), ship);
            return;
        }
        match (action, aim) {
            (Action::Lock, Aim::Ship(it)) => {
                self.propose(Proposal::new(Verb::Gain(Token::Lock), it).other(ship));
            }
            (Action::Jam, Aim::Ship(it)) => self.does(Verb::Gain(Token::Jam), it),
            (Action::Coordinate, Aim::Ship(it)) => {
                let by_bar = self.scene.stats(ship).leads_by_bar;
                let only = if by_bar { Only::Leader(ship) } else { Only::Any };
                let stressed = self.scene.leads_stressed(ship, it);
                self.begin(Task::Act(Granted { only, stressed }), it);
            }
            (Action::Reload, Aim::Card(card)) => {
                self.propose(Proposal::new(Verb::RecoverCharge, ship).card(card));
                self.does(Verb::Gain(Token::Disarm), ship);
                self.propose(Proposal::new(Verb::Reloaded, ship).card(card));
            }
            (Action::Reinforce, Aim::Facing(facing)) => {
                let fore = facing == Facing::Front;
                let token = if fore { Token::ReinforceFore } else { Token::ReinforceAft };
                self.does(Verb::Gain(token), ship);
            }
            (Action::RotateArc, Aim::Facing(facing)) => self.does(Verb::Rotate(facing), ship),
            (Action::Slam, Aim::Maneuver(maneuver)) => {
                let difficulty = self.scene.difficulty(ship, maneuver);
                let flight = Flight::of(Maneuver { difficulty, ..maneuver });
                self.begin(Task::Execute(flight), ship);
            }
            (Action::Boost, _) if blocked => self.does(Verb::FailBoost, ship),
            (_, Aim::Shift(shift)) => self.does(Verb::Move(shift), ship),
            // Without a mat a boost or a barrel roll changes nothing that is given.
            _ => {}
        }
    }
}
