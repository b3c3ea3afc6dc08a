//! Questions, answers, and who gives them.

use arrayvec::ArrayVec;

use crate::card::Arena;
use crate::fault::Fault;
use crate::set::{Card, Seat};
use crate::state::State;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Take an action (CR 1.15).
    Action,
    /// Whether to take a mulligan (CR 5.2.1E).
    Mulligan,
    /// Which card becomes a resource at the start of the game (CR 5.2.1F).
    FirstResource,
    /// Which card becomes a resource, if any (CR 5.5.1C).
    Resource,
    /// What to attack (CR 6.3.1).
    Target,
    /// Which unit to attack by Ambush, if any (CR 7.5.5).
    Ambush,
    /// Which unit an upgrade attaches to (CR 6.2.2B).
    Host,
    /// Which copy of a unique card is defeated (CR 8.29.3).
    Unique,
    /// What a text asks for.
    Text,
    /// Whether to do what may be done (CR 8.32).
    May,
    /// Whose abilities come first (CR 7.6.10).
    First,
    /// Which ability is next (CR 7.6.9).
    Which,
}

impl Prompt {
    /// All of them.
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
    /// +1/+1.
    Experience,
    /// Prevents damage once.
    Shield,
}

/// An option of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There was nothing to choose from.
    Nothing,
    /// Pass.
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
    /// This arena.
    In(Arena),
    /// None of them.
    Decline,
    /// Yes.
    Yes,
    /// No.
    No,
    /// This player's abilities first.
    First(Seat),
    /// The ability at this place of the waiting list.
    Resolve(u8),
}

/// The options of a question: at most every card, plus a few.
pub type Options = ArrayVec<Answer, 160>;

/// Why a game is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It has ended.
    Over,
    /// Those who answer have left.
    Left,
}

/// What a rule comes to: a value, or the end of the game.
pub type Flow<T = ()> = Result<T, Stop>;

/// Chance and the players: everything that a game takes from outside.
pub trait Players {
    /// Who has the initiative at the start (CR 5.2.1C).
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
    /// Whether a rule is broken on purpose: what finds faults must be shown to find them.
    #[must_use]
    fn breaks(&self, _: Fault) -> bool {
        false
    }
}
