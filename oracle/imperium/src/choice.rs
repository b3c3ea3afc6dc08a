//! Questions, answers, and who gives them.

use crate::fault::Fault;
use crate::state::{Seat, State};
use crate::unit::Unit;

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prompt {
    /// The strategy card to take.
    StrategyCard,
    /// The action to perform.
    Action,
    /// The next ship that moves.
    Move,
    /// The next unit that it transports.
    Load,
    /// The player to fire Space Cannons at.
    Cannon,
    /// A retreat, and the system to retreat to.
    Retreat,
    /// The next hit.
    Assign,
    /// The planet that a unit bombards.
    Bombard,
    /// The custodians, the next landing, the next ground combat.
    Commit,
    /// The next unit to produce.
    Produce,
    /// The planet of a unit.
    Where,
    /// The next planet or trade good to spend.
    Pay,
    /// The next thing that is too much.
    Limits,
    /// The secondary ability of a strategy card.
    Secondary,
    /// The choice that a strategy card asks for.
    Step,
    /// The pool for a command token.
    Pool,
    /// The objective to score.
    Score,
}

impl Prompt {
    /// All kinds of questions.
    pub const ALL: [Self; 17] = [
        Self::StrategyCard,
        Self::Action,
        Self::Move,
        Self::Load,
        Self::Cannon,
        Self::Retreat,
        Self::Assign,
        Self::Bombard,
        Self::Commit,
        Self::Produce,
        Self::Where,
        Self::Pay,
        Self::Limits,
        Self::Secondary,
        Self::Step,
        Self::Pool,
        Self::Score,
    ];
}

/// An option of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Take a strategy card.
    Take(usize),
    /// Use a strategy card.
    Use(usize),
    /// Activate a system.
    Activate(usize),
    /// Pass in the action phase.
    Pass,
    /// No more of it.
    Done,
    /// None of it.
    Decline,
    /// Yes, to what is asked.
    Yes,
    /// No, to what is asked.
    No,
    /// A figure on the board.
    Figure(usize),
    /// A figure uses Sustain Damage.
    Sustain(usize),
    /// A figure lands on a planet.
    Land(usize, usize),
    /// A planet of the table.
    Planet(usize),
    /// A system of the table.
    System(usize),
    /// A player at the table.
    Player(Seat),
    /// A pool for a token.
    Pool(usize),
    /// A token goes from one pool to another.
    Shift(usize, usize),
    /// A unit is produced.
    Produce(Unit),
    /// A trade good.
    Good,
    /// A technology is researched.
    Research(usize),
    /// One of several, as a strategy card names it.
    Option(&'static str),
    /// An objective that is scored or given back.
    Objective(usize),
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

/// Chance and the players: everything that a game takes from outside. Dice are in the state.
pub trait Players {
    /// Puts the deck of secret objectives into a random order.
    fn shuffle(&mut self, deck: &mut [usize]);
    /// Answers a question: the place of an option. There are two options at least, no two of which
    /// say the same.
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
    /// Returns `true` for a rule that is broken on purpose.
    #[must_use]
    fn breaks(&self, _: Fault) -> bool {
        false
    }
}
