//! What is asked and what is answered.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::game::Game;
use cardmill_kernel::window::{Pick, Waiting, WindowPrompt};
use serde::{Deserialize, Serialize};

use crate::board::Shot;
use crate::procedure::Task;
use crate::proposal::Proposal;
use crate::vocabulary::{ActionSpec, Dice, Face, Facing, Maneuver, Token};

/// X-Wing, as the kernel sees it.
pub struct XWing;

/// An action that can be performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Act {
    /// One of the action bar.
    Bar(ActionSpec),
    /// The action of a card: the card and the ability.
    Card(Slot, u16),
}

/// An option of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// There was nothing to choose from.
    #[default]
    Nothing,
    /// What may be done is not done.
    Decline,
    /// No more.
    Done,
    /// This ability of this card is used.
    Use(Slot, u16),
    /// This ship.
    Ship(Slot),
    /// This card.
    Card(Slot),
    /// This token of this ship; a lock of the ship that has it.
    Token(Token, Slot),
    /// This action.
    Act(Act),
    /// This attack.
    Attack(Shot),
    /// This maneuver.
    Dial(Maneuver),
    /// This way.
    Face(Facing),
    /// A die with this result.
    Die(Face),
    /// This option of a list, from 0.
    Mode(u8),
    /// This player's abilities first.
    First(Seat),
    /// Resolve the ability at this index of the table's waiting list.
    Resolve(u8),
}

/// What is asked. What it is about is in the program on top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// Which maneuver a ship's dial is set to.
    Dial(Slot),
    /// Which ship has its turn.
    Turn,
    /// Which action a ship performs.
    Action,
    /// Which attack a ship makes.
    Attack,
    /// What an action is aimed at.
    Aim,
    /// Which dice are modified how.
    Modify(Dice),
    /// What the instruction on top of the stack asks.
    Step,
    /// Whether an ability is used.
    May,
    /// Which replacement takes the place of the event.
    Replace,
    /// Which green token or lock a jam token costs.
    Jam(Slot),
    /// Whose abilities come first.
    First,
    /// Which ability is next.
    Which,
}

impl From<WindowPrompt> for Prompt {
    fn from(prompt: WindowPrompt) -> Self {
        match prompt {
            WindowPrompt::First => Self::First,
            WindowPrompt::Which => Self::Which,
            WindowPrompt::Replacement => Self::Replace,
        }
    }
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Self {
        match pick {
            Pick::First(seat) => Self::First(seat),
            Pick::Ability(index) => Self::Resolve(index),
            Pick::Decline => Self::Decline,
        }
    }
}

/// A replacement effect that has met an event, or an event that the event took the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meeting {
    /// The card it is on.
    pub card: Slot,
    /// The ability.
    pub ability: u16,
    /// It took the event's place; otherwise it could have.
    pub used: bool,
}

/// What a program remembers beside its place.
#[derive(Clone, Debug, Default, Hash, Serialize, Deserialize)]
pub struct Locals {
    /// The replacement effects that have met what this is part of.
    pub met: Vec<Meeting>,
    /// The last group that was proposed changed something.
    pub did: bool,
    /// What it does.
    pub work: Work,
}

/// What a program does, and what only such programs remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Work {
    /// An ability.
    Ability(Resolving),
    /// A procedure of the game.
    Procedure(Task),
}

impl Default for Work {
    fn default() -> Self {
        Self::Ability(Resolving::default())
    }
}

/// An ability that resolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolving {
    /// That it is used was already chosen.
    pub chosen: bool,
    /// The ship that was chosen.
    pub it: Option<Slot>,
    /// The event that a replacement takes the place of.
    pub event: Option<Proposal>,
    /// The dice that were picked, one bit each.
    pub dice: u16,
    /// A die that was rolled outside of an attack.
    pub rolled: Option<Face>,
    /// The ships at range 0-1 of the device that detonates, one bit each.
    pub near: u16,
}

impl Locals {
    /// The locals of an ability that resolves.
    #[must_use]
    pub fn of(resolving: Resolving) -> Self {
        Self { work: Work::Ability(resolving), ..Self::default() }
    }

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
}

impl Game for XWing {
    type Proposal = Proposal;
    type Locals = Locals;
    type Prompt = Prompt;
    type Choice = Choice;

    fn pick(choice: Choice) -> Option<Pick> {
        match choice {
            Choice::First(seat) => Some(Pick::First(seat)),
            Choice::Resolve(index) => Some(Pick::Ability(index)),
            Choice::Decline => Some(Pick::Decline),
            _ => None,
        }
    }

    fn begin(_: &Waiting) -> Locals {
        Locals::default()
    }
}
