//! A ship has moved through or onto obstacles (RR "Obstacles") and mines (RR "Mine").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Task;
use crate::advance::Run;
use crate::board::{OBSTACLES, Passage};
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
    /// The mines that were met and have not detonated so far, by their numbers, one bit each.
    mines: u32,
}

impl Meetings {
    /// No obstacles, met by a maneuver.
    pub const NONE: Self = Self { met: [0; OBSTACLES], all: 0, over: 0, maneuver: true, mines: 0 };

    /// The obstacles, by their places on the board, in the order in which they were met.
    #[must_use]
    pub fn list(&self) -> &[u8] {
        &self.met[..usize::from(self.all)]
    }

    /// Obstacles and mines that were met by the last move.
    #[must_use]
    pub fn new(passage: &Passage, maneuver: bool) -> Self {
        let mut met = [0; OBSTACLES];
        met[..passage.met.len()].copy_from_slice(&passage.met);
        Self { met, all: passage.met.len() as u8, over: 0, maneuver, mines: passage.mines }
    }

    /// Mines alone, met by a maneuver.
    #[must_use]
    pub const fn mines(mines: u32) -> Self {
        Self { mines, ..Self::NONE }
    }

    /// Returns `true` if nothing was met.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.all == 0 && self.mines == 0
    }
}

#[derive(Clone, Copy)]
enum Step {
    Meet,
}

const MEET: Procedure<Step> = Procedure::new(&[
    // RR "Obstacles": each once, in the order in which the ship met them; then mines.
    Do(Step::Meet),
]);

impl Run<'_> {
    pub(super) fn meet(&mut self, meetings: Meetings) -> Flow {
        MEET.steps(self.frame.at, self, |run, Step::Meet| run.meet_next(meetings))
    }

    fn meet_next(&mut self, meetings: Meetings) -> Flow {
        let ship = self.ship();
        if !self.is_there() {
            return Flow::Next;
        }
        if meetings.over == meetings.all {
            return self.trip_next(meetings);
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

    /// RR "Mine": after obstacles come mines, in the order in which they were put down.
    fn trip_next(&mut self, meetings: Meetings) -> Flow {
        let met = |number: u8| meetings.mines & (1 << number) != 0;
        let Some((number, _)) = self.scene.devices().find(|(number, _)| met(*number)) else {
            return Flow::Next;
        };
        let left = Meetings { mines: meetings.mines & !(1 << number), ..meetings };
        self.frame.locals.work = Work::Procedure(Task::Meet(left));
        match self.detonate(number, Some(self.ship())) {
            Flow::Next => Flow::Again,
            broken => broken,
        }
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
