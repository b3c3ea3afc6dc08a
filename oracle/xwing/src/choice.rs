//! Questions, answers, and who gives them.

use crate::damage::Damage;
use crate::fault::Fault;
use crate::fleet::{Deed, Maneuver};
use crate::space::Pose;
use crate::state::{Dice, Face, Facing, Seat, State, Token};

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// The first player.
    Lead,
    /// The next obstacle to be placed.
    Obstacle,
    /// The place of this obstacle.
    Lay(usize),
    /// The turn of this obstacle.
    Turned(usize),
    /// The ship that is next.
    Turn,
    /// The place of a ship that is deployed.
    Deploy(usize),
    /// The heading of a ship that is deployed.
    Heading(usize),
    /// The maneuver of this ship.
    Dial(usize),
    /// The action of a ship.
    Action,
    /// The aim of an action.
    Aim,
    /// The way in which this ship moves.
    Move(usize),
    /// The token or lock that a jam token costs this ship.
    Jam(usize),
    /// The attack of a ship.
    Attack,
    /// The next thing that modifies dice.
    Modify(Dice),
    /// The next die that is rerolled, or the one that is changed.
    Die,
    /// The ability that is resolved next.
    Which,
}

/// A token, a lock or a cloud that modifies dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// A focus token.
    Focus,
    /// A calculate token.
    Calculate,
    /// An evade token.
    Evade,
    /// A lock on the defender.
    Lock,
    /// A gas cloud between both ships.
    Cloud,
}

/// A move that is no maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// A boost: straight, to the left, to the right.
    Boost(u8),
    /// A barrel roll: to the left forward, in the middle, back; to the right likewise.
    Roll(u8),
    /// The end of a Tallon roll: forward, in the middle, back.
    Slide(u8),
}

/// An option of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This player is first.
    First(Seat),
    /// An obstacle to be placed.
    Obstacle(usize),
    /// A place on the mat.
    Spot(u8),
    /// This turn or heading.
    Turned(u8),
    /// A ship on the table.
    Ship(usize),
    /// A maneuver of the dial.
    Dial(Maneuver),
    /// This action of the bar.
    Act(Deed),
    /// The action of this damage card.
    Repair(Damage),
    /// Nothing at all.
    Decline,
    /// No more of it.
    Done,
    /// A direction or an end.
    Face(Facing),
    /// A move of a ship.
    Move(Shift),
    /// This token of this ship.
    Token(Token, usize),
    /// The lock of this ship.
    Lock(usize),
    /// An attack with this weapon at this ship.
    Attack(usize, usize),
    /// A modification of dice.
    Modify(Modifier),
    /// A die with this result.
    Die(Face),
    /// The ability of this card of this ship.
    Resolve(Damage, usize),
}

/// The reason for which a game is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The game has ended by its rules.
    Over,
    /// Those who answer have left.
    Left,
}

/// The outcome of a rule: a value, or the end of the game.
pub type Flow<T = ()> = Result<T, Stop>;

/// Chance and the players: everything that a game takes from outside.
pub trait Players {
    /// The player whom the lot makes first, where squads cost the same.
    fn lot(&mut self) -> Seat;
    /// The shuffled damage deck of a player, its top last.
    fn deck(&mut self, seat: Seat) -> Vec<Damage>;
    /// Shuffles discarded damage cards into a new deck.
    ///
    /// # Errors
    /// [`Stop::Left`] to leave the game as it is.
    fn shuffle(&mut self, seat: Seat, cards: &mut [Damage]) -> Flow;
    /// The next die of a player.
    fn roll(&mut self, seat: Seat, dice: Dice) -> Face;
    /// Answers a question: the place of an option. There are two options at least.
    ///
    /// # Errors
    /// [`Stop::Left`] to leave the game as it is.
    fn choose(
        &mut self,
        state: &State,
        seat: Seat,
        prompt: Prompt,
        options: &[Answer],
    ) -> Flow<usize>;
    /// The call of what is too close to be measured; players agree on what a look tells them.
    fn call(&mut self, guess: bool) -> bool {
        guess
    }
    /// The place of a ship as it is measured after a decision.
    fn measured(&self, _: usize, pose: Pose) -> Pose {
        pose
    }
    /// Returns `true` for a rule that is broken on purpose.
    #[must_use]
    fn breaks(&self, _: Fault) -> bool {
        false
    }
}
