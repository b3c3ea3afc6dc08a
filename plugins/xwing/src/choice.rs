//! What is asked and what is answered.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::kernel_words;
use serde::{Deserialize, Serialize};

use crate::board::Shot;
use crate::shift::Shift;
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
    /// This player's abilities first; or this player is the first one.
    First(Seat),
    /// Moved like this.
    Move(Shift),
    /// Placed there.
    Spot(u8),
    /// Turned like this.
    Turn(u8),
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
    /// How a ship is moved.
    Reposition(Slot),
    /// Who is the first player.
    Lead,
    /// Which obstacle is placed.
    Obstacle,
    /// Where an obstacle of this outline is placed.
    Lay(u8),
    /// How an obstacle of this outline lies.
    Turned(u8),
    /// Where a ship is deployed.
    Deploy(Slot),
    /// Which way a ship that is deployed heads.
    Heading(Slot),
    /// Whose abilities come first.
    First,
    /// Which ability is next.
    Which,
}

kernel_words!(Prompt { First, Which, Replace }, Choice { First, Resolve, Decline });
