//! What is asked and what is answered.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::game::Game;
use cardmill_kernel::list::List;
use cardmill_kernel::window::{Pick, Waiting, WindowPrompt};
use serde::{Deserialize, Serialize};

use crate::proposal::Proposal;
use crate::vocabulary::{Arena, Register};

/// Star Wars: Unlimited, as the kernel sees it.
pub struct Unlimited;

/// An option of a decision.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Choice {
    /// There was nothing to choose from.
    #[default]
    Nothing,
    /// Pass.
    Pass,
    /// Take the initiative.
    Initiative,
    /// Play this card.
    Play(Slot),
    /// Attack with this unit.
    Attack(Slot),
    /// Use this card's action ability: its position among the card's abilities.
    Use(Slot, u8),
    /// Deploy this leader.
    Deploy(Slot),
    /// This card.
    Card(Slot),
    /// None of them: what may be done is not done.
    Decline,
    /// No more.
    Done,
    /// Yes.
    Yes,
    /// No.
    No,
    /// This option of a list, from 0.
    Mode(u8),
    /// This arena.
    In(Arena),
    /// This number.
    Number(u8),
    /// This title: the first card of the catalogue that bears it.
    Name(u16),
    /// This player first, or their abilities.
    First(Seat),
    /// Apply the replacement on this card: the n-th of those on it that fit.
    Instead(Slot, u8),
    /// Resolve the ability at this index of the table's waiting list.
    Resolve(u8),
    /// Deploy this leader as an upgrade.
    DeployAsUpgrade(Slot),
    /// Play this resource by Smuggle: which of its Smuggle abilities.
    Smuggle(Slot, u8),
}

/// What is asked. What it is about is in the program on top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// Take an action (CR 1.15).
    Action,
    /// Whether to take a mulligan (CR 5.2.1E).
    Mulligan,
    /// Which card becomes a resource at the start of the game (CR 5.2.1F).
    FirstResource,
    /// Which card becomes a resource, if any (CR 5.5.1C).
    Resource,
    /// What to attack.
    Target,
    /// Which unit to attack by Ambush, if any.
    Ambush,
    /// Which unit an upgrade attaches to.
    Host,
    /// Which card an ability's cost is paid with.
    Cost,
    /// Which of several copies of a unique card is defeated (CR 8.29.3).
    Unique,
    /// What the instruction on top of the stack asks.
    Step,
    /// Whether to do what may be done.
    May,
    /// Which option of a list.
    Mode,
    /// With which player something begins that is done for one after the other (CR 7.1.4).
    Player,
    /// Which replacement applies to an event, or applies first; whether one does.
    Replace,
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

/// A card that was bound by a choice.
pub type Bound = (Register, Ref);

/// Points by card, in the order the cards were first named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Points(List<(Slot, u8), 16>);

impl Points {
    /// Takes all of them.
    pub fn take(&mut self) -> List<(Slot, u8), 16> {
        core::mem::take(&mut self.0)
    }
}

impl core::ops::Deref for Points {
    type Target = List<(Slot, u8), 16>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl core::ops::DerefMut for Points {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// What a program remembers beside its place.
#[derive(Clone, Copy, Debug, Default, Hash, Serialize, Deserialize)]
pub struct Locals {
    /// What was chosen, in order.
    pub bound: List<Bound, 24>,
    /// Registers whose cards its player has not seen by having them there, one bit each: another
    /// player chose them, or they are only remembered.
    pub unseen: u8,
    /// Points given to cards by a step that divides them.
    pub points: Points,
    /// A number: damage healed, cards discarded, resources paid, Restore; the place in the
    /// catalogue of the title that was named.
    pub number: i16,
    /// Points or picks still to be made; for a card that is played, by which of its Smuggle
    /// abilities, from 1.
    pub left: u8,
    /// A step with several questions is under way.
    pub asking: bool,
    /// The step before changed something.
    pub did: bool,
    /// Which options of a list were taken, one bit each.
    pub modes: u8,
    /// How many options of a list are still to be taken.
    pub to_take: u8,
    /// The players whose turn it was in a step for each of them; the last one's it is.
    pub turns: List<Seat, 2>,
    /// The arena that was chosen.
    pub arena: Arena,
    /// Which attack, play or ability of the catalogue this is.
    pub step: Option<u16>,
}

impl Locals {
    /// The cards in a register, in the order they were chosen.
    pub fn bound(&self, register: Register) -> impl Iterator<Item = Ref> + '_ {
        self.bound.iter().filter(move |(r, _)| *r == register).map(|(_, card)| *card)
    }
    /// Forgets a register.
    pub fn forget(&mut self, register: Register) {
        self.bound.retain(|(r, _)| *r != register);
        self.unseen &= !Self::bit(register);
    }
    /// What a register holds, its player has not seen by that.
    pub const fn hide(&mut self, register: Register) {
        self.unseen |= Self::bit(register);
    }
    /// Whether its player has seen what a register holds.
    #[must_use]
    pub const fn shows(&self, register: Register) -> bool {
        self.unseen & Self::bit(register) == 0
    }
    const fn bit(register: Register) -> u8 {
        1 << register as u8
    }
    /// Binds one more card. Returns whether there was room.
    pub fn bind(&mut self, register: Register, card: Ref) -> bool {
        self.bound.try_push((register, card)).is_none()
    }
}

impl Game for Unlimited {
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

    fn begin(waiting: &Waiting) -> Locals {
        Locals { number: waiting.number, ..Locals::default() }
    }
}
