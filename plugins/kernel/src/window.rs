//! Abilities that wait to be ordered.
//!
//! A [`Window`] over a list of [`Waiting`] abilities says at each step which one runs next, whom
//! to ask, or that it is closed. Windows that go round the players and enumerate afresh what each
//! may resolve are [`Rounds`](crate::rounds::Rounds).

use serde::{Deserialize, Serialize};

use crate::card::{Ref, Seat};

/// The depth at which something triggered, in actions within abilities. A window resolves the
/// deepest of what it holds before the rest of it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Depth(pub u8);

/// An ability that triggered (or a delayed effect that is due) and waits to be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    /// The number of the program that it runs.
    pub program: u16,
    /// The player who resolves it.
    pub seat: Seat,
    /// It must be resolved: a window does not close over it.
    pub mandatory: bool,
    /// It is a delayed effect, not a triggered ability.
    pub delayed: bool,
    /// The card the ability is on.
    pub source: Ref,
    /// The card or other object to which the event happened; [`Ref::NONE`] if there was none.
    pub subject: Ref,
    /// A number that the event carries, such as an amount.
    pub number: i16,
    /// The depth at which it triggered.
    pub depth: Depth,
}

impl Waiting {
    /// A triggered ability that must be resolved, of a player and a card.
    #[must_use]
    pub const fn new(program: u16, seat: Seat, source: Ref) -> Self {
        let (subject, number, depth) = (Ref::NONE, 0, Depth(0));
        Self { program, seat, mandatory: true, delayed: false, source, subject, number, depth }
    }
}

/// The rule by which players order abilities that wait at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Policy {
    /// Star Wars: Unlimited (`S0-26`, CR 7.6.9 to 7.6.10): the active player says
    /// whose go first; that player picks the next one each time until all theirs are done.
    Blocks,
    /// X-Wing 2.0 (`S1-05`): the first player's block, then the second's; each
    /// owner fixes the order of their own when they are added.
    Queue,
}

/// A window over the abilities that wait from `base` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// The rule by which its abilities are ordered.
    pub policy: Policy,
    /// The place in the table's list where its abilities begin.
    pub base: u16,
    /// Only delayed effects, or only what is not delayed.
    pub delayed: bool,
    /// The player who was chosen to go first (`Blocks`).
    pub turn: Option<Seat>,
    /// The number of its abilities, at the front, that have their final order (`Queue`).
    pub placed: u16,
    /// The depth at which the abilities triggered that it resolves now (`Blocks`).
    pub depth: Depth,
}

/// The next step of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask this player which player's abilities come first.
    AskFirst(Seat),
    /// Ask this player which of their abilities is next.
    AskWhich(Seat),
    /// Resolve the ability at this index of the list.
    Run(usize),
    /// Nothing is left: the window closes.
    Close,
}

/// A question of the kernel's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WindowPrompt {
    /// The question whose abilities come first.
    First,
    /// The question which ability is next.
    Which,
    /// The question which replacement effect applies to an event, or applies first; or whether one
    /// does.
    Replacement,
}

/// A choice about the order of abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pick {
    /// This player's abilities come first.
    First(Seat),
    /// The ability at this index of the table's list, or of what [`Rounds`](crate::rounds::Rounds)
    /// offer.
    Ability(u8),
    /// None of them, for now (`Rounds`).
    Decline,
}

impl Window {
    /// A window over everything that waits from `base` on.
    #[must_use]
    pub const fn new(policy: Policy, base: u16) -> Self {
        Self { policy, base, delayed: false, turn: None, placed: 0, depth: Depth(0) }
    }

    /// The indices of its abilities in the table's list.
    pub fn members<'a>(&self, list: &'a [Waiting]) -> impl Iterator<Item = usize> + use<'a> {
        let delayed = self.delayed;
        let base = usize::from(self.base);
        (base..list.len()).filter(move |&i| list[i].delayed == delayed)
    }

    /// The indices of those that triggered deepest, which come before the others.
    pub fn deepest<'a>(&self, list: &'a [Waiting]) -> impl Iterator<Item = usize> + use<'a> {
        let depth = self.members(list).map(|i| list[i].depth).max();
        self.members(list).filter(move |&i| Some(list[i].depth) == depth)
    }

    fn count(&self, list: &[Waiting], seat: Seat) -> usize {
        self.deepest(list).filter(|&i| list[i].seat == seat).count()
    }

    /// The indices a player can name when asked which ability is next: their own that have no
    /// final order yet.
    pub fn offered<'a>(
        &self,
        list: &'a [Waiting],
        seat: Seat,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let from = usize::from(self.base + self.placed);
        self.deepest(list).filter(move |&i| i >= from && list[i].seat == seat)
    }

    /// Takes what a closing window leaves unresolved off the list. Returns whether nothing was
    /// left.
    pub fn abandon(&self, list: &mut Vec<Waiting>) -> bool {
        let whole = self.members(list).next().is_none();
        let base = usize::from(self.base);
        let mut i = 0;
        list.retain(|w| {
            i += 1;
            i <= base || w.delayed != self.delayed
        });
        whole
    }

    /// Finds the next step. `list` is the table's list of waiting abilities, `seats` the number of
    /// players, and `lead` the active player (`Blocks`) or the first player (`Queue`).
    pub fn next(&mut self, list: &mut [Waiting], seats: u8, lead: Seat) -> Next {
        match self.policy {
            Policy::Blocks => self.next_of_blocks(list, seats, lead),
            Policy::Queue => self.next_of_queue(list, seats, lead),
        }
    }

    fn next_of_blocks(&mut self, list: &[Waiting], seats: u8, lead: Seat) -> Next {
        let depth = self.deepest(list).next().map_or(self.depth, |i| list[i].depth);
        if depth != self.depth || self.turn.is_some_and(|seat| self.count(list, seat) == 0) {
            self.turn = None;
        }
        self.depth = depth;
        let seat = match self.turn {
            Some(seat) => seat,
            None => {
                let mut with = (0..seats).filter(|&s| self.count(list, s) > 0);
                match (with.next(), with.next()) {
                    (None, _) => return Next::Close,
                    (Some(only), None) => only,
                    _ => return Next::AskFirst(lead),
                }
            }
        };
        self.turn = Some(seat);
        let mut own = self.deepest(list).filter(|&i| list[i].seat == seat);
        match (own.next(), own.next()) {
            (Some(only), None) => Next::Run(only),
            _ => Next::AskWhich(seat),
        }
    }

    /// The front of the list, `placed` long, has its final order; what comes behind it is still
    /// to be placed, the first player's before the second's.
    fn next_of_queue(&mut self, list: &mut [Waiting], seats: u8, lead: Seat) -> Next {
        let base = usize::from(self.base);
        loop {
            let next_seat = (0..seats)
                .map(|n| (lead + n) % seats)
                .find(|&seat| self.offered(list, seat).next().is_some());
            let Some(seat) = next_seat else {
                return if self.placed == 0 { Next::Close } else { self.take_front(base) };
            };
            let own = {
                let mut own = self.offered(list, seat);
                (own.next(), own.next())
            };
            match own {
                (Some(only), None) => self.place(list, only),
                _ => return Next::AskWhich(seat),
            }
        }
    }

    fn take_front(&mut self, base: usize) -> Next {
        self.placed -= 1;
        Next::Run(base)
    }

    fn place(&mut self, list: &mut [Waiting], index: usize) {
        let to = usize::from(self.base + self.placed);
        list[to..=index].rotate_right(1);
        self.placed += 1;
    }

    /// Enters an answer. Returns the ability to resolve at once, if the answer names one.
    pub fn answer(&mut self, list: &mut [Waiting], pick: Pick) -> Option<usize> {
        match (self.policy, pick) {
            (Policy::Blocks, Pick::First(seat)) => {
                self.turn = Some(seat);
                None
            }
            (Policy::Blocks, Pick::Ability(index)) => Some(index.into()),
            (Policy::Queue, Pick::Ability(index)) => {
                self.place(list, index.into());
                None
            }
            _ => None,
        }
    }
}
