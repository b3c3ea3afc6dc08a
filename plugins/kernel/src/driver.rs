//! Tables driven from outside, one decision at a time: by scenarios, by sessions, by people.

use crate::batch::Batch;
use crate::card::Seat;
use crate::decision::{Decision, Game, Refused, State};
use crate::table::{Fault, Status, Table};

/// An option in the players' words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// What it is called.
    pub label: String,
    /// Who has the card it names, if it names one: tells copies of two players apart.
    pub holder: Option<Seat>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who is asked.
    pub seat: Seat,
    /// The options, in the order of their numbers.
    pub options: Vec<Labelled>,
}

/// A World of tables of one game, answered from outside. Tables are numbered from 0.
///
/// Everything that takes a table panics when there is no such table.
pub trait Driver: Sized {
    /// The game.
    type Game: Game;
    /// The cards it is played with.
    type Catalogue;
    /// A position as a person writes it down: what a table shows, nothing that presets an answer.
    type Position;
    /// What only this game's scenarios can do or say of a table.
    type Step;
    /// What a scenario can say of the cards themselves, without a table.
    type Check;

    /// A World without tables.
    fn new(catalogue: &Self::Catalogue) -> Self;

    /// The World.
    fn batch(&self) -> &Batch;

    /// The World.
    fn batch_mut(&mut self) -> &mut Batch;

    /// Adds a free table that writes a log. Returns its number.
    fn add(&mut self) -> usize;

    /// Sets up a position, with an empty log. Nothing is asked yet: [`Driver::run`] moves it on.
    ///
    /// # Errors
    /// When the position cannot be: the place in it and what was expected. Then the table is as
    /// it was.
    fn arrange(&mut self, table: usize, position: &Self::Position) -> Result<(), String>;

    /// The options that stand, in the players' words, in the order of their numbers.
    fn labels(&mut self, table: usize) -> Vec<Labelled>;

    /// What has happened, line by line.
    fn log(&self, table: usize) -> &[String];

    /// Does, or finds true, a step of this game.
    ///
    /// # Errors
    /// When it cannot be done or is not so: what was expected and what was found.
    fn step(&mut self, table: usize, step: &Self::Step) -> Result<(), String>;

    /// Finds something true of the cards themselves.
    ///
    /// # Errors
    /// When it is not so: what was expected and what was found.
    fn check(catalogue: &Self::Catalogue, check: &Self::Check) -> Result<(), String>;

    /// Why what this label names is not offered now.
    ///
    /// # Errors
    /// When it is offered, or the label names nothing this table could ever ask.
    fn why_not(&mut self, table: usize, label: &str) -> Result<String, String>;

    /// What the table is doing.
    fn status(&self, table: usize) -> Status {
        self.batch().status(table)
    }

    /// Why the table was set aside, if it was.
    fn fault(&self, table: usize) -> Option<Fault> {
        let entity = self.batch().table(table);
        self.batch().world().get::<Table>(entity).and_then(|table| table.fault)
    }

    /// Moves the table until somebody is asked or the game has ended.
    fn run(&mut self, table: usize) {
        while self.status(table) == Status::Busy {
            self.batch_mut().tick();
        }
    }

    /// What is asked now.
    fn asked(&mut self, table: usize) -> Option<Asked> {
        let entity = self.batch().table(table);
        let decision = self.batch().world().get::<Decision<Self::Game>>(entity)?;
        if self.status(table) != Status::Waiting || decision.state != State::Offered {
            return None;
        }
        let seat = decision.seat;
        Some(Asked { seat, options: self.labels(table) })
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
