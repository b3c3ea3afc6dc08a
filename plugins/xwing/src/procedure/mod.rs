//! The procedures of the game, as its rules tell them (RR is the Rules Reference of X-Wing 2.0):
//! what is done, line by line, and how each line is done.

mod act;
mod activate;
mod aim;
mod attack;
mod blast;
mod decloak;
mod deploy;
mod detonate;
mod engage;
mod execute;
mod jam;
mod meet;
mod perform;
mod perform_card;
mod remove;
mod roll;
mod round;
mod setup;
mod suffer;
mod system;
mod tractor;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::Frame;
use serde::{Deserialize, Serialize};

use crate::advance::{Run, frame};
use crate::board::Limit;
use crate::locals::{Locals, Work};
use crate::program::FIRST_ABILITY;
pub(crate) use act::granted;
pub use act::{Granted, Only};
pub(crate) use activate::{ION, SAFE};
pub use attack::Attacking;
pub use blast::Blast;
pub use execute::Flight;
pub use meet::Meetings;
pub use perform::{Aim, Performance};
pub(crate) use round::{due, start};
pub use setup::{ASIDE, Draft};
pub use suffer::Suffering;
pub(crate) use suffer::enters;

/// A procedure of the game, with what it alone remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// The round, again and again.
    Round,
    /// A ship activates: dial, maneuver, action.
    Activate,
    /// A ship executes a maneuver.
    Execute(Flight),
    /// An action is chosen: one of these.
    Act(Granted),
    /// An action of the action bar is performed.
    Perform(Performance),
    /// The action of a card is performed: the card and the ability.
    PerformCard(Slot, u16),
    /// A ship engages: it may attack.
    Engage,
    /// An attack is chosen: one that this allows.
    Aim(Limit),
    /// An attack is performed, from its costs to its Aftermath step.
    Attack(Attacking),
    /// Damage is suffered, point by point.
    Suffer(Suffering),
    /// Destroyed ships are removed, one after another.
    Remove,
    /// A ship has met obstacles.
    Meet(Meetings),
    /// A tractored ship is moved; then, perhaps, turned.
    Tractor(bool),
    /// A game is set up.
    Setup(Draft),
    /// A ship is deployed, in a place.
    Deploy(u8),
    /// A ship has its turn in the System Phase.
    System,
    /// A ship decloaks: it must, or it may.
    Decloak(bool),
    /// A ship makes a barrel roll that is no action.
    Roll,
    /// A ship rolls dice that harm it.
    Blast(Blast),
    /// The mine of this number detonates, which was put under a ship.
    Spring(u8),
    /// A jammed ship loses a green token or a lock.
    Jam,
}

impl Task {
    /// The number of its program.
    #[must_use]
    pub const fn program(self) -> u16 {
        match self {
            Self::Round => 0,
            Self::Activate => 1,
            Self::Execute(_) => 2,
            Self::Act(_) => 3,
            Self::Perform(_) => 4,
            Self::PerformCard(..) => 5,
            Self::Engage => 6,
            Self::Aim(_) => 7,
            Self::Attack(_) => 8,
            Self::Suffer(_) => 9,
            Self::Remove => 10,
            Self::Meet(_) => 11,
            Self::Tractor(_) => 12,
            Self::Setup(_) => 13,
            Self::Deploy(_) => 14,
            Self::System => 15,
            Self::Decloak(_) => 16,
            Self::Blast(_) => 17,
            Self::Spring(_) => 18,
            Self::Roll => 19,
            Self::Jam => FIRST_ABILITY - 1,
        }
    }

    /// A frame in which it is done, by a ship or about one.
    #[must_use]
    pub fn frame(self, seat: Seat, ship: Slot) -> Frame<Locals> {
        let locals = Locals { work: Work::Procedure(self), ..Locals::default() };
        frame(self.program(), seat, ship, locals)
    }
}

impl Run<'_> {
    /// The line at which a procedure stands.
    pub(crate) fn procedure(&mut self, task: Task) -> Flow {
        match task {
            Task::Round => self.round(),
            Task::Activate => self.activate(),
            Task::Execute(flight) => self.execute(flight),
            Task::Act(granted) => self.act(granted),
            Task::Perform(performance) => self.perform(performance),
            Task::PerformCard(card, id) => self.perform_card(card, id),
            Task::Engage => self.engage(),
            Task::Aim(limit) => self.aim(limit),
            Task::Attack(attacking) => self.attack(attacking),
            Task::Suffer(suffering) => self.suffer(suffering),
            Task::Remove => self.remove(),
            Task::Meet(meetings) => self.meet(meetings),
            Task::Tractor(turning) => self.tractor(turning),
            Task::Setup(draft) => self.setup(draft),
            Task::Deploy(place) => self.deploy(place),
            Task::System => self.system(),
            Task::Decloak(_) => self.decloak(),
            Task::Roll => self.roll(),
            Task::Blast(blast) => self.blast(blast),
            Task::Spring(number) => self.spring(number),
            Task::Jam => self.jam(),
        }
    }

    /// A procedure of a ship begins above this program.
    pub(crate) fn begin(&mut self, task: Task, ship: Slot) {
        let seat = self.scene.ship(ship).owner;
        let met = self.frame.locals.met.iter().copied();
        let met = met.filter(|met| met.used || !self.pays()).collect();
        let mut frame = Frame { source: self.frame.source, ..task.frame(seat, ship) };
        frame.locals.met = met;
        self.out.frames.push(frame);
    }

    /// A procedure of the same ship is the whole of this line.
    pub(crate) fn calls(&mut self, task: Task) -> Flow {
        self.begin(task, self.ship());
        Flow::Next
    }

    /// Tells whether the ship that a procedure is about is in the play area. Nothing more happens
    /// to one that is not.
    fn is_there(&self) -> bool {
        self.scene.ship(self.ship()).is_present()
    }
}
