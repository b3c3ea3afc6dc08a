//! A ship executes a maneuver (RR "Maneuver").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use crate::advance::Run;
use crate::proposal::Verb;
use crate::vocabulary::{Dice, Difficulty, Face, Maneuver, Token};

#[derive(Clone, Copy)]
enum Step {
    Move,
    MeetObstacles,
    CheckDifficulty,
    ShedIons,
    Finish,
}

#[derive(Clone, Copy)]
enum Test {
    Moved,
}

const EXECUTE: Procedure<Step, Test> = Procedure::new(&[
    // RR "Maneuver": the ship moves. What takes the place of that is all that happens.
    Do(Step::Move),
    Unless(Test::Moved, "end"),
    // RR "Fleeing", RR "Obstacles": it moved off the mat, or through an asteroid.
    Do(Step::MeetObstacles),
    // RR "Difficulty": red gives stress; blue takes stress, strain and deplete.
    Do(Step::CheckDifficulty),
    // RR "Ion": the tokens of an ionized ship go.
    Do(Step::ShedIons),
    // Only now come abilities after the ship executes a maneuver.
    Do(Step::Finish),
    Label("end"),
]);

impl Run<'_> {
    pub(super) fn execute(&mut self, maneuver: Maneuver) -> Flow {
        if !self.is_there() {
            return Flow::End;
        }
        let ship = self.ship();
        let moved = |run: &Self, Test::Moved| run.frame.locals.did;
        EXECUTE.run(self.frame.at, self, moved, |run, step| {
            match step {
                Step::Move => run.does(Verb::Execute(maneuver), ship),
                Step::MeetObstacles => run.meet_obstacles(ship),
                Step::CheckDifficulty => run.check_difficulty(ship, maneuver.difficulty),
                Step::ShedIons => run.shed_ions(ship),
                Step::Finish => run.does(Verb::Executed(maneuver), ship),
            }
            Flow::Next
        })
    }

    /// Through an asteroid: one attack die says what damage is suffered.
    fn meet_obstacles(&mut self, ship: Slot) {
        if self.scene.board.relations.flees & (1 << ship) != 0 {
            self.does(Verb::Flee, ship);
        } else if self.scene.hits_asteroid(ship) {
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
            Difficulty::White | Difficulty::Purple => {}
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
