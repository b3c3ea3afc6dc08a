//! Tables: the status, the counters and the faults of one game in progress.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::card::Seat;
use crate::digest::{Digest, mix};

/// The status of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Status {
    /// The table is free: no game is dealt.
    #[default]
    Free,
    /// It moves at the next tick.
    Busy,
    /// A player must choose an option of the decision.
    Waiting,
    /// The game has ended by its rules, or was ended.
    Over,
    /// An invariant broke; the game is set aside.
    Quarantined,
}

impl Status {
    /// Returns `true` for a game that is over or set aside.
    #[must_use]
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Over | Self::Quarantined)
    }
}

/// The reason for which a table was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// A decision opened without an option.
    #[error("a decision opened without an option")]
    NoOption,
    /// The same decision took more ticks than a game can need.
    #[error("no decision was reached within the bound on ticks")]
    Endless,
    /// More decisions than a game can need.
    #[error("the game did not end within the bound on decisions")]
    TooLong,
    /// A list with a bound overflowed.
    #[error("a bounded list overflowed: {0}")]
    Overflow(&'static str),
    /// Constant abilities did not become stable.
    #[error("constant abilities did not become stable")]
    Unstable,
    /// An invariant that does not hold, in words.
    #[error("broken invariant: {0}")]
    Invariant(&'static str),
}

/// A component that all tables of a game have.
///
/// # Panics
/// If the entity is no table of the game.
#[must_use]
pub fn part<C: Component>(world: &World, table: Entity) -> &C {
    world.get(table).expect("a table has all its components")
}

/// The status and the counters of a table. Present on every table entity.
#[derive(Component, Clone, Debug, Default, Hash, Serialize, Deserialize)]
pub struct Table {
    /// The table's status: whether it is free, moves, waits, or has ended.
    pub status: Status,
    /// The index of its game within the run.
    pub game: u64,
    /// Decisions taken that had at least two options.
    pub decisions: u32,
    /// Ticks since the last decision.
    pub ticks: u16,
    /// Digest of all choices so far.
    pub trail: u64,
    /// Players are also asked when there is one option alone.
    pub asks_all: bool,
    /// The reason for which it was set aside; `None` if it was not. Such a table is not saved.
    #[serde(skip)]
    pub fault: Option<Fault>,
}

/// Ticks between two decisions past which a table is set aside.
pub const TICK_BOUND: u16 = 10_000;

/// Decisions after which a game is set aside.
pub const DECISION_BOUND: u32 = 20_000;

impl Table {
    /// Begins a new game.
    pub fn deal(&mut self, game: u64) {
        *self = Self { status: Status::Busy, game, ..Self::default() };
    }

    /// Sets the table aside. The first fault is kept.
    pub fn quarantine(&mut self, fault: Fault) {
        self.status = Status::Quarantined;
        self.fault.get_or_insert(fault);
    }

    /// Records a choice: option `index` of `count`, asked of `seat`.
    pub fn record(&mut self, seat: u8, count: usize, index: usize) {
        self.decisions += 1;
        self.ticks = 0;
        self.trail = Self::trail(self.trail, seat, count, index);
    }

    fn trail(from: u64, seat: u8, count: usize, index: usize) -> u64 {
        mix(from, (u64::from(seat) << 48) | ((count as u64) << 24) | index as u64)
    }

    /// The option of `count`, asked of `seat`, that led from one trail to another.
    #[must_use]
    pub fn chosen(from: u64, seat: u8, count: usize, to: u64) -> Option<usize> {
        (0..count).find(|&index| Self::trail(from, seat, count, index) == to)
    }

    /// The digest of a game whose state has this digest: of the state and all choices so far.
    #[must_use]
    pub fn digest(&self, state: u64) -> u64 {
        Digest::of(&(self.trail, self.decisions, state))
    }

    /// Returns `true` if systems should move this table.
    #[must_use]
    #[inline]
    pub fn is_busy(&self) -> bool {
        self.status == Status::Busy
    }
}

/// The number of players at a table and the one who leads its windows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seats {
    /// The number of players, 1 to [`SEATS`](crate::card::SEATS).
    pub count: u8,
    /// The active player, or the first player.
    pub lead: Seat,
}

impl Default for Seats {
    fn default() -> Self {
        Self { count: 2, lead: 0 }
    }
}

/// The work that the stages must still look at on a table. Present on every table entity; nothing
/// is left of it when somebody is asked.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsettled {
    /// Constant abilities are to be worked out again.
    pub constants: bool,
    /// Consequences are to be looked for.
    pub consequences: bool,
    /// Rounds of working out constant abilities since something changed.
    pub rounds: u8,
    /// Room was taken, such as tokens, so that the table may need more.
    #[serde(skip)]
    pub room: bool,
}

/// Tables that need more room at the next tick.
#[derive(Resource, Debug, Default)]
pub struct Lacking(pub Vec<Entity>);

impl Unsettled {
    /// Everything is to be looked at.
    pub const ALL: Self = Self { constants: true, consequences: true, rounds: 0, room: false };
}
