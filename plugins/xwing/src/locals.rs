//! Memory of programs: choices, dice and events that later lines need.

use cardmill_kernel::card::Slot;
use cardmill_kernel::game::Game;
use cardmill_kernel::window::Waiting;
use serde::{Deserialize, Serialize};

use crate::choice::{Choice, Prompt, XWing};
use crate::procedure::Task;
use crate::program::Resolving;
use crate::proposal::Proposal;

/// A replacement effect that has met an event, or an event that the event took the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meeting {
    /// The card it is on.
    pub card: Slot,
    /// The id of the ability in the catalogue.
    pub ability: u16,
    /// It took the event's place; otherwise it could have.
    pub used: bool,
}

/// Memory of a program beside its place.
#[derive(Clone, Debug, Default, Hash, Serialize, Deserialize)]
pub struct Locals {
    /// The replacement effects that have met what this is part of.
    pub met: Vec<Meeting>,
    /// The last group that was proposed changed something.
    pub did: bool,
    /// The ability or procedure that it is, with its own memory.
    pub work: Work,
}

/// The work of a program, with the memory that only such programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Work {
    /// An ability of a card.
    Ability(Resolving),
    /// A procedure of the game.
    Procedure(Task),
}

impl Default for Work {
    fn default() -> Self {
        Self::Ability(Resolving::default())
    }
}

impl Locals {
    /// The ability; nothing is chosen, rolled or replaced in a procedure of the game.
    #[must_use]
    pub fn resolving(&self) -> Resolving {
        match self.work {
            Work::Ability(resolving) => resolving,
            Work::Procedure(_) => Resolving::default(),
        }
    }

    /// The procedure, if it is one.
    #[must_use]
    pub const fn task(&self) -> Option<Task> {
        match self.work {
            Work::Ability(_) => None,
            Work::Procedure(task) => Some(task),
        }
    }

    /// Remembers something of the ability that resolves.
    pub(crate) const fn remember(&mut self, resolving: Resolving) {
        self.work = Work::Ability(resolving);
    }
}

impl From<Resolving> for Locals {
    fn from(resolving: Resolving) -> Self {
        Self { work: Work::Ability(resolving), ..Self::default() }
    }
}

impl Game for XWing {
    type Proposal = Proposal;
    type Locals = Locals;
    type Prompt = Prompt;
    type Choice = Choice;
    type ReplacementId = u16;

    fn begin(_: &Waiting) -> Locals {
        Locals::default()
    }
}
