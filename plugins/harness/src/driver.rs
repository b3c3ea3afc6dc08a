//! Tables driven from outside, one decision at a time: by scenarios, by sessions, by people.

use core::fmt::Debug;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::{Decision, Refused, State};
use cardmill_kernel::layout::Layout;
use cardmill_kernel::resolve::{look, play};
use cardmill_kernel::rules::At;
use cardmill_kernel::table::{Fault, Status, Table, part};
use ron::error::SpannedError;
use serde::Deserialize;
use serde_json::Value;

use crate::files::CardFiles;
use crate::library::{Editable, Revision, extended};
use crate::log::{Chronicled, Log, LogPlugin};
use crate::names::{Asked, Labelled};
use crate::problem::Problem;
use crate::question::{Asking, Silent};
use crate::scenario::Scenario;
use crate::wording::Wording;

/// The outcome of a check; the error says what was expected and what was found.
pub type Checked = Result<(), String>;

/// Compares what was found with what was expected.
///
/// # Errors
/// When it is not.
pub fn same<T: PartialEq + Debug>(expected: T, found: T) -> Checked {
    if expected == found { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

/// Nothing that could be said or entered: of games whose scenarios have no words of their own for
/// something, or that begin from positions alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Nothing {}

/// A scenario of the game that a driver plays.
pub type ScenarioOf<D> = Scenario<
    <D as Driver>::Card,
    <D as Driver>::Position,
    <D as Driver>::Step,
    <D as Driver>::Check,
>;

/// Implements the functions of a [`Driver`] that read texts, in the crate of its game: what reads a
/// game's vocabulary is half of what there is to compile, and is compiled wherever it is first
/// asked for.
#[macro_export]
macro_rules! readers {
    () => {
        fn scenarios(
            text: &str,
        ) -> Result<
            ::std::vec::Vec<$crate::driver::ScenarioOf<Self>>,
            $crate::notation::SpannedError,
        > {
            $crate::notation::parse_some(text)
        }

        fn revisions(
            text: &str,
        ) -> Result<
            ::std::vec::Vec<$crate::library::Revision<Self::Card>>,
            $crate::notation::SpannedError,
        > {
            $crate::notation::parse(text)
        }

        fn position(
            given: $crate::session::Value,
        ) -> Result<Self::Position, $crate::session::Problem> {
            $crate::session::read(&given)
        }

        fn plain(position: &Self::Position) -> $crate::session::Value {
            $crate::library::plain(position)
        }
    };
}

/// The World of a [`Driver`] that is a struct with nothing else but it, as `batch`.
#[macro_export]
macro_rules! holds_batch {
    () => {
        fn of(batch: ::cardmill_kernel::batch::Batch) -> Self {
            Self { batch }
        }

        fn batch(&self) -> &::cardmill_kernel::batch::Batch {
            &self.batch
        }

        fn batch_mut(&mut self) -> &mut ::cardmill_kernel::batch::Batch {
            &mut self.batch
        }
    };
}

/// A World of tables of one game, answered from outside. Tables are numbered from 0.
///
/// Everything that takes a table panics when there is no such table.
pub trait Driver: Sized {
    /// The game of the tables, with its rules and its log.
    type Game: Chronicled + Layout<Catalogue = Self::Catalogue>;
    /// The cards it is played with.
    type Catalogue: Resource + Clone;
    /// A card as a file defines it. Scenarios may bring cards of their own, and experiments edit
    /// them.
    type Card: Editable + Send + Sync + 'static;
    /// A position as a person writes it down: what a table shows, nothing that presets an answer.
    type Position;
    /// A step of scenarios that this game alone has; [`Nothing`] where there is none.
    type Step;
    /// A check of the cards themselves that a scenario can make, without a table.
    type Check;

    /// Reads the cards of the game.
    ///
    /// # Errors
    /// The complaints about the cards, with file and line.
    fn load(cards: impl Into<CardFiles>) -> Result<Self::Catalogue, String>;

    /// The definitions of all cards, in their order.
    fn definitions(catalogue: &Self::Catalogue) -> Vec<Self::Card>;

    /// The id of the card that some other id means as well, such as that of another printing.
    #[must_use]
    fn id<'c>(_catalogue: &'c Self::Catalogue, _other: &str) -> Option<&'c str> {
        None
    }

    /// The game with these definitions in place of its own; they are in order and have been checked.
    ///
    /// # Errors
    /// When a card is missing without which there is no game.
    fn redefined(
        catalogue: &Self::Catalogue,
        definitions: Vec<Self::Card>,
    ) -> Result<Self::Catalogue, String>;

    /// The same cards and some more.
    ///
    /// # Errors
    /// Every complaint about the cards, each with card and field.
    fn extend(
        catalogue: &Self::Catalogue,
        cards: Vec<Self::Card>,
    ) -> Result<Self::Catalogue, String> {
        Self::redefined(catalogue, extended(Self::definitions(catalogue), cards)?)
    }

    /// The scenarios of a file in RON, which has one or a list of them.
    ///
    /// # Errors
    /// The place at which it says something else.
    fn scenarios(text: &str) -> Result<Vec<ScenarioOf<Self>>, SpannedError>;

    /// The revisions of a file in RON.
    ///
    /// # Errors
    /// The place at which it says something else.
    fn revisions(text: &str) -> Result<Vec<Revision<Self::Card>>, SpannedError>;

    /// A position in JSON.
    ///
    /// # Errors
    /// The place at which it says something else, and the expectation.
    fn position(given: Value) -> Result<Self::Position, Problem>;

    /// A position in JSON, as [`position`](Self::position) reads it.
    fn plain(position: &Self::Position) -> Value;

    /// A World without tables.
    fn new(catalogue: &Self::Catalogue) -> Self {
        Self::with(catalogue, |_: &mut App| {})
    }

    /// A World without tables, with more to it, such as agents.
    fn with(catalogue: &Self::Catalogue, more: impl Plugin) -> Self {
        Self::of(Batch::of::<Self::Game>(catalogue, 0, move |app: &mut App| {
            LogPlugin::<Self::Game>::default().build(app);
            more.build(app);
        }))
    }

    /// The driver of a World whose tables write logs.
    fn of(batch: Batch) -> Self;

    /// The World of the tables, to read.
    fn batch(&self) -> &Batch;

    /// The World of the tables, to change.
    fn batch_mut(&mut self) -> &mut Batch;

    /// Adds a free table that writes a log, at rest. Returns its number.
    fn add(&mut self) -> usize {
        let table = self.batch_mut().add_at_rest(Self::Game::spawn);
        self.clear_log(table);
        table
    }

    /// Begins the log of a table, and what it writes down beside it, anew.
    fn clear_log(&mut self, table: usize) {
        let entity = self.batch().table(table);
        let world = self.batch_mut().world_mut();
        world.entity_mut(entity).insert((Log::default(), Silent::default()));
    }

    /// A component of a table.
    ///
    /// # Panics
    /// If tables of the game do not have it.
    fn component<C: Component>(&self, table: usize) -> &C {
        part(self.batch().world(), self.batch().table(table))
    }

    /// Sets up a position as game number `game` of a run: what it leaves to chance is up to these
    /// two numbers. Nothing is asked yet.
    ///
    /// # Errors
    /// When the position cannot be: the place in it and what was expected.
    fn lay(
        batch: &mut Batch,
        table: usize,
        position: &Self::Position,
        seed: u64,
        game: u64,
    ) -> Result<(), Problem>;

    /// The seed that a position has for what it leaves to chance; 0 where positions have none.
    fn seed(_position: &Self::Position) -> u64 {
        0
    }

    /// Sets up a position, with an empty log. [`Driver::run`] moves it on to the first question.
    ///
    /// # Errors
    /// When the position cannot be: the place in it and what was expected. Then no game is on the
    /// table, or the one that was.
    fn arrange(&mut self, table: usize, position: &Self::Position) -> Result<(), Problem> {
        Self::lay(self.batch_mut(), table, position, Self::seed(position), 0)?;
        self.clear_log(table);
        Ok(())
    }

    /// Reads a table by a function, whatever it is doing.
    fn look<T>(&mut self, table: usize, read: impl FnOnce(&At<'_, Self::Game>) -> T) -> T {
        let entity = self.batch().table(table);
        look(self.batch_mut().world_mut(), entity, read)
    }

    /// Looks at a table as rules read it.
    fn read<T>(
        &mut self,
        table: usize,
        read: impl FnOnce(&<Self::Game as Layout>::Scene<'_>) -> T,
    ) -> T {
        self.look(table, |at| read(&Self::Game::scene(&at.state)))
    }

    /// Looks at a table at its decision; nothing, where no program is there to ask.
    fn moment<T>(
        &mut self,
        table: usize,
        read: impl FnOnce(&<Self::Game as Chronicled>::Moment<'_>) -> T,
    ) -> Option<T> {
        self.look(table, |at| Self::Game::moment(at).map(|moment| read(&moment)))
    }

    /// The options that stand, in the players' words, in the order of their numbers.
    fn labels(&mut self, table: usize) -> Vec<Labelled> {
        self.moment(table, |at| at.labels()).unwrap_or_default()
    }

    /// The names of the options that stand, each unlike every other one, in the order of their
    /// numbers.
    fn names(&mut self, table: usize) -> Vec<String> {
        self.moment(table, |at| at.names()).unwrap_or_default()
    }

    /// The log of a table: all that has happened, line by line.
    fn log(&self, table: usize) -> &[String] {
        &self.component::<Log>(table).lines
    }

    /// Does, or finds true, a step of this game.
    ///
    /// # Errors
    /// When it cannot be done or is not so: what was expected and what was found.
    fn step(&mut self, table: usize, step: &Self::Step) -> Checked;

    /// Finds something true of the cards themselves.
    ///
    /// # Errors
    /// When it is not so: what was expected and what was found.
    fn check(catalogue: &Self::Catalogue, check: &Self::Check) -> Checked;

    /// The reason for which the option with this label is not offered now.
    ///
    /// # Errors
    /// When it is offered, or the label names nothing this table could ever ask.
    fn why_not(&mut self, table: usize, label: &str) -> Result<String, String> {
        let Some(asked) = self.asked(table) else { return Ok("nobody is asked anything".into()) };
        if !asked.named(label).is_empty() {
            return Err(format!("{label:?} is offered"));
        }
        self.look(table, |at| Self::refusal(at, label))
    }

    /// The reason for which the option with this label is not among those that stand, at a table
    /// that asks.
    ///
    /// # Errors
    /// When it names nothing this table could ever ask.
    fn refusal(at: &At<'_, Self::Game>, label: &str) -> Result<String, String>;

    /// The words that can be said of a table as it stands: the labels of its options, and the lines
    /// that its log can contain, with the cards there are.
    fn wording(&mut self, table: usize) -> Wording {
        self.look(table, Self::words)
    }

    /// The words of [`wording`](Self::wording), of a table that is looked at.
    fn words(at: &At<'_, Self::Game>) -> Wording;

    /// The table in the players' words, line by line.
    fn picture(&mut self, table: usize) -> Vec<String>;

    /// The status of a table: free, busy, waiting, over or set aside.
    fn status(&self, table: usize) -> Status {
        self.batch().status(table)
    }

    /// The reason for which the table was set aside; `None` if it was not.
    fn fault(&self, table: usize) -> Option<Fault> {
        let entity = self.batch().table(table);
        self.batch().world().get::<Table>(entity).and_then(|table| table.fault)
    }

    /// Moves the table until somebody is asked or the game has ended. The others stay as they are.
    fn run(&mut self, table: usize) {
        let entity = self.batch().table(table);
        play::<Self::Game>(self.batch_mut().world_mut(), entity);
    }

    /// The player who is asked something now; `None` while nobody is.
    fn asks(&self, table: usize) -> Option<Seat> {
        let entity = self.batch().table(table);
        let decision = self.batch().world().get::<Decision<Self::Game>>(entity)?;
        let stands = self.status(table) == Status::Waiting && decision.state == State::Offered;
        stands.then_some(decision.seat)
    }

    /// The question that stands: the player and the options in words; `None` while nobody is asked.
    fn asked(&mut self, table: usize) -> Option<Asked> {
        let seat = self.asks(table)?;
        Some(Asked { seat, options: self.labels(table), names: self.names(table) })
    }

    /// Answers with option `index` and plays on to the next decision.
    ///
    /// # Errors
    /// When nothing is asked or there is no such option; then nothing changed.
    fn choose(&mut self, table: usize, index: usize) -> Result<(), Refused> {
        let entity = self.batch().table(table);
        let world = self.batch_mut().world_mut();
        let parts = world
            .entity_mut(entity)
            .into_components_mut::<(&mut Table, &mut Decision<Self::Game>)>();
        let Ok((mut state, mut decision)) = parts else { return Err(Refused::NotWaiting) };
        decision.choose(&mut state, index)?;
        self.run(table);
        Ok(())
    }
}
