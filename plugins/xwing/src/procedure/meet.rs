//! A ship has moved through or onto obstacles (RR "Obstacles").

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Task;
use crate::advance::Run;
use crate::board::OBSTACLES;
use crate::locals::Work;
use crate::proposal::{Proposal, Verb};
use crate::space::Substance;
use crate::vocabulary::{Dice, Face, Token};

/// Obstacles that a ship has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meetings {
    /// The obstacles, by their places on the board, in the order in which they were met.
    met: [u8; OBSTACLES],
    /// The number of obstacles that were met.
    all: u8,
    /// The number of them that have had their effect, or that had none on this ship.
    over: u8,
    /// `true` if they were met by a maneuver: the stress of debris clouds comes after its
    /// difficulty is checked.
    maneuver: bool,
}

impl Meetings {
    /// No obstacles, met by a maneuver.
    pub const NONE: Self = Self { met: [0; OBSTACLES], all: 0, over: 0, maneuver: true };

    /// The obstacles, by their places on the board, in the order in which they were met.
    #[must_use]
    pub fn list(&self) -> &[u8] {
        &self.met[..usize::from(self.all)]
    }

    /// Obstacles that were met by the last move.
    #[must_use]
    pub fn new(list: &ArrayVec<u8, OBSTACLES>, maneuver: bool) -> Self {
        let mut met = [0; OBSTACLES];
        met[..list.len()].copy_from_slice(list);
        Self { met, all: list.len() as u8, over: 0, maneuver }
    }
}

#[derive(Clone, Copy)]
enum Step {
    Meet,
}

const MEET: Procedure<Step> = Procedure::new(&[
    // RR "Obstacles": each once, in the order in which the ship met them.
    Do(Step::Meet),
]);

impl Run<'_> {
    pub(super) fn meet(&mut self, meetings: Meetings) -> Flow {
        MEET.steps(self.frame.at, self, |run, Step::Meet| run.meet_next(meetings))
    }

    fn meet_next(&mut self, meetings: Meetings) -> Flow {
        let ship = self.ship();
        if meetings.over == meetings.all || !self.is_there() {
            return Flow::Next;
        }
        let obstacle = meetings.met[usize::from(meetings.over)];
        let next = Meetings { over: meetings.over + 1, ..meetings };
        self.frame.locals.work = Work::Procedure(Task::Meet(next));
        if self.scene.bothers(ship, obstacle) {
            self.propose(Proposal::new(Verb::Meet, ship).n(obstacle));
            self.hurt(ship, self.scene.substance(obstacle.into()), meetings.maneuver);
        }
        Flow::Again
    }

    /// RR "Asteroid", "Debris Cloud", "Gas Cloud" (from January 2020 on): one attack die says what
    /// it does.
    fn hurt(&mut self, ship: Slot, substance: Substance, maneuver: bool) {
        if substance == Substance::Debris && !maneuver {
            self.does(Verb::Gain(Token::Stress), ship);
        }
        let face = self.fall(self.scene.ship(ship).owner, Dice::Attack);
        self.does(Verb::Chance(face), ship);
        match (substance, face) {
            (Substance::Asteroid, Face::Hit) => self.begin_damage(ship, 1, 0),
            (Substance::Asteroid | Substance::Debris, Face::Crit) => self.begin_damage(ship, 0, 1),
            (Substance::GasCloud, Face::Focus | Face::Hit) => {
                self.does(Verb::Gain(Token::Strain), ship);
            }
            _ => {}
        }
    }
}
