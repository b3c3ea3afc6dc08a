//! A ship executes a maneuver (RR "Maneuver").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Meetings, Task};
use crate::advance::Run;
use crate::choice::{Choice, Prompt};
use crate::locals::Work;
use crate::proposal::{Proposal, Verb};
use crate::shift::Shift;
use crate::space::Substance;
use crate::vocabulary::{Dice, Difficulty, Face, Maneuver, Token};

/// A maneuver that is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flight {
    /// The maneuver, its difficulty as executed.
    pub maneuver: Maneuver,
    /// The end of a Tallon roll: 0 forward, 1 in the middle, 2 back.
    pub slide: u8,
    /// The obstacles that the ship has met in it.
    pub met: Meetings,
}

impl Flight {
    /// A maneuver that begins, a Tallon roll to the middle of its ends.
    #[must_use]
    pub const fn of(maneuver: Maneuver) -> Self {
        Self { maneuver, slide: 1, met: Meetings::NONE }
    }
}

#[derive(Clone, Copy)]
enum Step {
    ChooseEnd,
    Move,
    Stop,
    MeetObstacles,
    BeforeDifficulty,
    CheckDifficulty,
    LeaveDebris,
    RollForObstacles,
    ShedIons,
    Finish,
}

#[derive(Clone, Copy)]
enum Test {
    Moved,
}

const EXECUTE: Procedure<Step, Test> = Procedure::new(&[
    // RR "Tallon Roll": its player says how the ship is placed at the end of the template.
    Do(Step::ChooseEnd),
    // RR "Maneuver": the ship moves. What takes the place of that is all that happens.
    Do(Step::Move),
    Unless(Test::Moved, "end"),
    // RR "Overlap": it went back along the template.
    Do(Step::Stop),
    // RR "Fleeing", RR "Obstacles": it moved off the mat; without one, through an asteroid.
    Do(Step::MeetObstacles),
    // Abilities before its difficulty is checked.
    Do(Step::BeforeDifficulty),
    // RR "Difficulty": red gives stress; blue takes stress, strain and deplete.
    Do(Step::CheckDifficulty),
    // RR "Debris Cloud": its stress comes after that.
    Do(Step::LeaveDebris),
    // RR "Obstacles": the dice come when the maneuver has been executed.
    Do(Step::RollForObstacles),
    // RR "Ion": the tokens of an ionized ship go.
    Do(Step::ShedIons),
    // Only now come abilities after the ship executes a maneuver.
    Do(Step::Finish),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn execute(&mut self, flight: Flight) -> Flow {
        if !self.is_there() {
            return Flow::End;
        }
        let ship = self.ship();
        let maneuver = flight.maneuver;
        let moved = |run: &Self, Test::Moved| run.frame.locals.did;
        EXECUTE.run(self.frame.at, self, moved, |run, step| {
            match step {
                Step::ChooseEnd => return run.choose_end(flight),
                Step::Move => {
                    run.propose(Proposal::new(Verb::Execute(maneuver), ship).n(flight.slide));
                }
                Step::Stop => run.stop(ship),
                Step::MeetObstacles => run.meet_obstacles(ship, flight),
                Step::BeforeDifficulty => {
                    run.does(Verb::ChecksDifficulty(maneuver.difficulty), ship);
                }
                Step::CheckDifficulty => run.check_difficulty(ship, maneuver.difficulty),
                Step::LeaveDebris => {
                    let debris = |&&n: &&u8| run.scene.substance(n.into()) == Substance::Debris;
                    for _ in 0..flight.met.list().iter().filter(debris).count() {
                        run.does(Verb::Gain(Token::Stress), ship);
                    }
                }
                Step::RollForObstacles => {
                    if !flight.met.is_empty() {
                        run.begin(Task::Meet(flight.met), ship);
                    }
                }
                Step::ShedIons => run.shed_ions(ship),
                Step::Finish => run.does(Verb::Executed(maneuver), ship),
            }
            Flow::Next
        })
    }

    fn flies(&mut self, flight: Flight) {
        self.frame.locals.work = Work::Procedure(Task::Execute(flight));
    }

    fn choose_end(&mut self, flight: Flight) -> Flow {
        let ship = self.ship();
        match self.answer.take() {
            Some(Choice::Move(Shift::Slide(slide))) => {
                self.flies(Flight { slide, ..flight });
                Flow::Next
            }
            None if self.scene.has_mat()
                && !self.scene.slides(ship, flight.maneuver).is_empty() =>
            {
                self.ask(self.frame.seat, Prompt::Reposition(ship))
            }
            _ => Flow::Next,
        }
    }

    /// Says how far a ship has come that another one kept from the end of its way.
    pub(super) fn stop(&mut self, ship: Slot) {
        let scene = self.scene;
        let short = scene.board.passage.short;
        let touching = scene.ship(ship).touching;
        if scene.has_mat() && touching != 0 {
            let other = touching.trailing_zeros() as Slot;
            self.propose(Proposal::new(Verb::Stop(short), ship).other(other));
        }
    }

    /// Off the mat it flees. Through an asteroid: one attack die says what damage is suffered.
    fn meet_obstacles(&mut self, ship: Slot, flight: Flight) {
        let scene = self.scene;
        let gone = scene.has_mat() && !scene.base(ship).is_on_mat();
        if gone || scene.board.relations.flees & (1 << ship) != 0 {
            self.does(Verb::Flee, ship);
        } else if scene.has_mat() {
            // Remembered here: what follows may move ships.
            let met = Meetings::new(&scene.board.passage, true);
            self.flies(Flight { met, ..flight });
        } else {
            self.meet_given(ship, flight);
        }
    }

    /// Meets the devices and obstacles that a position without a mat says.
    fn meet_given(&mut self, ship: Slot, flight: Flight) {
        let through = self.scene.devices().filter(|(_, device)| device.through & (1 << ship) != 0);
        let mines = through.fold(0, |all, (number, _)| all | 1 << number);
        self.flies(Flight { met: Meetings::mines(mines), ..flight });
        if self.scene.hits_asteroid(ship) {
            let face = self.fall(self.scene.ship(ship).owner, Dice::Attack);
            self.does(Verb::Chance(face), ship);
            match face {
                Face::Hit => self.begin_damage(ship, 1, 0),
                Face::Crit => self.begin_damage(ship, 0, 1),
                _ => {}
            }
        }
    }

    fn check_difficulty(&mut self, ship: Slot, difficulty: Difficulty) {
        match difficulty {
            Difficulty::Red => self.does(Verb::Gain(Token::Stress), ship),
            Difficulty::Blue => {
                for token in [Token::Stress, Token::Strain, Token::Deplete] {
                    if self.scene.count(ship, token) > 0 {
                        self.does(Verb::Remove(token), ship);
                    }
                }
            }
            // RR "Difficulty": a purple maneuver costs 1 Force.
            Difficulty::Purple => self.does(Verb::SpendForce, ship),
            Difficulty::White => {}
        }
    }

    fn shed_ions(&mut self, ship: Slot) {
        if self.scene.is_ionized(ship) {
            for _ in 0..self.scene.count(ship, Token::Ion) {
                self.does(Verb::Remove(Token::Ion), ship);
            }
        }
    }
}
