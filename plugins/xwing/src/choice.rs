//! Questions and answers: the prompts and the choices of a decision.

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
    /// Turned down: something that may be done is not done.
    Decline,
    /// Finished with picking, of dice or of modifications.
    Done,
    /// This ability of this card is used.
    Use(Slot, u16),
    /// A ship, whether it acts or is aimed at.
    Ship(Slot),
    /// A card, such as the upgrade that is reloaded.
    Card(Slot),
    /// This token of this ship; a lock of the ship that has it.
    Token(Token, Slot),
    /// An action of the bar or of a card, to be performed.
    Act(Act),
    /// An attack: a weapon and a target.
    Attack(Shot),
    /// The maneuver to which a dial is set.
    Dial(Maneuver),
    /// The way in which a turret indicator is turned, or the end that is reinforced.
    Face(Facing),
    /// A die with this result.
    Die(Face),
    /// This option of a list, from 0.
    Mode(u8),
    /// This player's abilities first; or this player is the first one.
    First(Seat),
    /// Moved like this: a boost, a barrel roll, the end of a Tallon roll, a way to decloak, or a turn.
    Move(Shift),
    /// The place of this number, for an obstacle or for a ship that is deployed.
    Spot(u8),
    /// Turned like this: an obstacle in its place, or a ship that is deployed.
    Turn(u8),
    /// Resolve the ability at this index of the table's waiting list.
    Resolve(u8),
}

/// The question of a decision. The program on top of the stack says what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// The maneuver for the dial of this ship.
    Dial(Slot),
    /// The ship that has its turn next.
    Turn,
    /// The action that a ship performs, or none.
    Action,
    /// The attack that a ship makes, or none.
    Attack,
    /// The aim of an action: a ship, a card, a direction or a maneuver.
    Aim,
    /// The next ability or token that modifies these dice, or none.
    Modify(Dice),
    /// The choice of the instruction on top of the stack.
    Step,
    /// The use of an ability that may be declined.
    May,
    /// The replacement effect that takes the place of an event, or none.
    Replace,
    /// The green token or the lock that a jam token costs this ship.
    Jam(Slot),
    /// The move of this ship: a boost, a barrel roll, the end of a Tallon roll, a way to decloak, or
    /// a tractored ship's.
    Reposition(Slot),
    /// The first player of the game, in set-up.
    Lead,
    /// The next obstacle to be placed.
    Obstacle,
    /// The place for the obstacle of this outline.
    Lay(u8),
    /// The turn of the obstacle of this outline, in the place that was chosen.
    Turned(u8),
    /// The place at its edge for a ship that is deployed.
    Deploy(Slot),
    /// The heading of a ship that is deployed.
    Heading(Slot),
    /// The player whose abilities come first.
    First,
    /// The ability that is resolved next.
    Which,
}

kernel_words!(Prompt { First, Which, Replace }, Choice { First, Resolve, Decline });
