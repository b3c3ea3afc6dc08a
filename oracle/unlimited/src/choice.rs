//! Questions, answers, and who gives them.

use arrayvec::ArrayVec;

use crate::card::Arena;
use crate::fault::Fault;
use crate::set::{Card, Seat};
use crate::state::State;

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Take an action (CR 1.15).
    Action,
    /// The question whether to take a mulligan (CR 5.2.1E).
    Mulligan,
    /// The card that becomes a resource at the start of the game (CR 5.2.1F).
    FirstResource,
    /// The card that becomes a resource, if any (CR 5.5.1C).
    Resource,
    /// The unit or base to attack (CR 6.3.1).
    Target,
    /// The unit to attack by Ambush, if any (CR 7.5.5).
    Ambush,
    /// The unit that an upgrade attaches to (CR 6.2.2B).
    Host,
    /// The copy of a unique card that is defeated (CR 8.29.3).
    Unique,
    /// The choice that a text asks for.
    Text,
    /// The question whether to do a thing that may be done (CR 8.32).
    May,
    /// The player whose abilities come first (CR 7.6.10).
    First,
    /// The ability that is next (CR 7.6.9).
    Which,
}

impl Prompt {
    /// All kinds of questions, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::Action,
        Self::Mulligan,
        Self::FirstResource,
        Self::Resource,
        Self::Target,
        Self::Ambush,
        Self::Host,
        Self::Unique,
        Self::Text,
        Self::May,
        Self::First,
        Self::Which,
    ];
}

/// A token upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// An Experience token: +1/+1.
    Experience,
    /// A Shield token: it prevents damage once.
    Shield,
}

/// An option of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There was nothing to choose from.
    Nothing,
    /// Pass the action.
    Pass,
    /// Take the initiative.
    Initiative,
    /// Play this card.
    Play(Card),
    /// Attack with this unit.
    Attack(Card),
    /// Deploy the leader.
    Deploy,
    /// This card; a base also stands for its player.
    Card(Card),
    /// A token on this unit; tokens of one kind are as good as each other.
    Token(Token, Card),
    /// All units of this arena.
    In(Arena),
    /// None of the things that are offered.
    Decline,
    /// Yes, of a thing that may be done.
    Yes,
    /// No, of a thing that may be done.
    No,
    /// This player's abilities first.
    First(Seat),
    /// The ability at this place of the waiting list.
    Resolve(u8),
}

/// The options of a question: at most every card, plus a few.
pub type Options = ArrayVec<Answer, 160>;

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
    /// The player who has the initiative at the start (CR 5.2.1C).
    fn first(&mut self) -> Seat;
    /// Puts a deck, its top last, into a random order.
    fn shuffle(&mut self, seat: Seat, deck: &mut [Card]);
    /// Answers a question: the place of an option. There are two options at least.
    ///
    /// # Errors
    /// [`Stop::Left`] to leave the game as it is.
    fn choose(
        &mut self,
        game: &State,
        seat: Seat,
        prompt: Prompt,
        options: &[Answer],
    ) -> Flow<usize>;
    /// Returns `true` for a rule that is broken on purpose: a search for faults must be shown to
    /// find them.
    #[must_use]
    fn breaks(&self, _: Fault) -> bool {
        false
    }
}
