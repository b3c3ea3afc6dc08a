//! Tables as sessions see them: what is asked in plain data, and what a game can tell of a table
//! or change on it from outside.

use core::fmt;

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::card::{Seat, Slot};
use crate::driver::{Asked, Driver};
use crate::saved::{Broken, SavedTable};

/// What is asked, in plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Who is asked.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// What kind of question it is, as one word.
    pub kind: &'static str,
    /// What is asked, in words.
    pub prompt: String,
    /// The card it comes from, if it comes from one.
    pub source: Option<Slot>,
    /// How many must still be chosen, this one counted.
    pub minimum: usize,
    /// How many can still be chosen, this one counted. Each is a decision of its own.
    pub maximum: usize,
    /// Every legal option.
    pub options: Vec<Choosable>,
}

/// An option, in plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choosable {
    /// Its number, from 0.
    pub option: usize,
    /// What it is by its ids, unlike every other option.
    pub id: String,
    /// What it is called, unlike every other option.
    pub label: String,
    /// What choosing it does, as one word.
    pub verb: &'static str,
    /// The card that does it.
    pub card: Option<Slot>,
    /// The cards it is done to.
    pub targets: ArrayVec<Slot, 2>,
}

/// `P1` for the first seat.
///
/// # Errors
/// When the serializer fails.
pub fn player<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("P{}", seat + 1))
}

/// Why something asked of a table was not done. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// Where in what was asked, such as `p1.units[0].card`; empty when it is about all of it.
    pub place: String,
    /// What is wrong, and what was expected.
    pub reason: String,
    /// It was understood, and the game does not allow it now.
    pub refused: bool,
}

impl Problem {
    /// Something was asked that cannot be understood.
    pub fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into(), refused: false }
    }

    /// The game does not allow it now.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self { place: String::new(), reason: reason.into(), refused: true }
    }

    /// Sessions of this game do not have that.
    fn absent<S: Session>(what: &str) -> Self {
        Self::refused(format!("sessions of {} do not have {what}", S::NAME))
    }

    /// The same problem, in a part of something larger.
    #[must_use]
    pub fn within(mut self, place: &str) -> Self {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{place}{dot}{}", self.place);
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.reason)
    }
}

/// Reads plain data.
///
/// # Errors
/// When it is something else: where, and what was expected.
pub fn read<'de, T, D>(data: D) -> Result<T, Problem>
where
    T: Deserialize<'de>,
    D: Deserializer<'de, Error: fmt::Display>,
{
    serde_path_to_error::deserialize(data).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { path };
        Problem::at(place, error.into_inner().to_string())
    })
}

/// A driver that sessions can be held with. What a game does not tell or do is refused.
///
/// Everything that takes a table panics when there is no such table.
pub trait Session: Driver {
    /// The name of the game in sessions.
    const NAME: &'static str;

    /// A number that differs between catalogues that differ.
    fn digest_of(catalogue: &Self::Catalogue) -> u64;

    /// How many cards and effects the game on a table has.
    fn sizes(&self, table: usize) -> (usize, usize);

    /// Gives a table at least so many cards and effects.
    fn grow(world: &mut World, table: Entity, cards: usize, effects: usize);

    /// The digest of a table's whole state.
    fn digest(&self, table: usize) -> u64 {
        let (cards, effects) = self.sizes(table);
        self.batch().digest(table, cards, effects)
    }

    /// Copies the game on one table onto another.
    fn fork(&mut self, from: usize, to: usize) {
        self.batch_mut().fork(from, to, Self::grow);
    }

    /// Writes down the game on a table.
    fn save(&self, table: usize) -> SavedTable {
        let (cards, effects) = self.sizes(table);
        self.batch().save(table, cards, effects)
    }

    /// Sets a table up as it was saved, with the same cards.
    ///
    /// # Errors
    /// When it was not saved from a table of this game; then the game on this table is as it was.
    fn restore(&mut self, table: usize, saved: SavedTable) -> Result<(), Broken> {
        self.batch_mut().load(table, saved, Self::grow)
    }

    /// What is asked now, in plain data.
    fn question(&mut self, table: usize) -> Option<Question> {
        let Asked { seat, names, .. } = self.asked(table)?;
        let option = |(option, label): (usize, String)| Choosable {
            option,
            id: label.clone(),
            label,
            verb: "choose",
            card: None,
            targets: ArrayVec::new(),
        };
        Some(Question {
            player: seat,
            kind: "choice",
            prompt: "choose one".into(),
            source: None,
            minimum: 1,
            maximum: 1,
            options: names.into_iter().enumerate().map(option).collect(),
        })
    }

    /// How the game ended, in words; `None` while it goes on, and where that is in the log alone.
    fn outcome(&self, _table: usize) -> Option<String> {
        None
    }

    /// Deals a new game, with an empty log. Nothing is asked yet: [`Driver::run`] moves it on.
    ///
    /// # Errors
    /// When what is to be dealt is wrong: where, and what was expected. Then the game on this
    /// table is as it was.
    fn deal(&mut self, _table: usize, _game: Value) -> Result<(), Problem> {
        Err(Problem::absent::<Self>("new games"))
    }

    /// All there is to know of a table; what is saved of it, where a game has no other words.
    ///
    /// # Panics
    /// Never: a saved table is plain data.
    fn state(&mut self, table: usize) -> Value {
        serde_json::to_value(self.save(table)).expect("a saved table is plain data")
    }

    /// What one player may know of a table, and nothing else.
    ///
    /// # Errors
    /// When there is no such player.
    fn view(&mut self, _table: usize, _seat: Seat) -> Result<Value, Problem> {
        Err(Problem::absent::<Self>("views of one player"))
    }

    /// Changes the position on a table in place. Constant abilities and consequences follow,
    /// nothing triggers. `scratch` is a free table.
    ///
    /// # Errors
    /// When a change cannot be, or something is being resolved; then nothing changed.
    fn set(&mut self, _table: usize, _scratch: usize, _changes: Value) -> Result<(), Problem> {
        Err(Problem::absent::<Self>("changes in place"))
    }

    /// Plays on with passes until a phase starts, somebody is asked what cannot be passed, or the
    /// game ends. Says whether the phase was reached.
    ///
    /// # Errors
    /// When there is no such phase; then nothing changed.
    fn to_phase(&mut self, _table: usize, _phase: &str) -> Result<bool, Problem> {
        Err(Problem::absent::<Self>("passing on to a phase"))
    }
}
