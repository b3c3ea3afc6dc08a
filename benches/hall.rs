//! A World of tables that is ticked by hand: what a worker of a run does, but a benchmark can stop
//! it at any tick, look at its tables and disturb them.

use bevy_app::{App, Plugin};
use cardmill_harness::agent::{self, Agent};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::table::Table;
use cardmill_unlimited::agent::AgentsPlugin;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;

use crate::matrix::{Matrix, Played, SEED};

/// Tables at which one agent plays both seats. Games go round the pairs of the six decks.
pub struct Hall<'m> {
    /// The World of the tables.
    pub batch: Batch,
    /// The games that have ended.
    pub played: Played,
    matrix: &'m Matrix,
    agent: Agent,
    next: u64,
}

impl<'m> Hall<'m> {
    /// Tables that nothing is dealt to.
    #[must_use]
    pub fn empty(matrix: &'m Matrix, agent: Agent, tables: usize) -> Self {
        Self::with(matrix, agent, tables, |_: &mut App| {})
    }

    /// Tables with a game on each.
    #[must_use]
    pub fn new(matrix: &'m Matrix, agent: Agent, tables: usize) -> Self {
        let mut hall = Self::empty(matrix, agent, tables);
        hall.restart();
        hall
    }

    /// Tables that nothing is dealt to, and what `more` adds to the World and the tick.
    #[must_use]
    pub fn with(matrix: &'m Matrix, agent: Agent, tables: usize, more: impl Plugin) -> Self {
        let batch = Batch::of::<Unlimited>(&matrix.catalogue, tables, move |app: &mut App| {
            AgentsPlugin.build(app);
            more.build(app);
        });
        Self { batch, played: Played::default(), matrix, agent, next: 0 }
    }

    /// Deals the first games again, one to each table.
    pub fn restart(&mut self) {
        self.next = 0;
        self.played = Played::default();
        for table in 0..self.batch.len() {
            self.deal(table);
        }
    }

    /// Deals the next game to a table.
    pub fn deal(&mut self, table: usize) {
        let (a, b) = self.matrix.pairings[self.next as usize % self.matrix.pairings.len()];
        let decks = [a, b].map(|deck| &self.matrix.decks[usize::from(deck)]);
        deal::deal(&mut self.batch, table, decks, SEED, self.next);
        self.seat(table, self.next);
        self.next += 1;
    }

    /// Seats the agent at both sides of a table, with the random numbers of a game.
    pub fn seat(&mut self, table: usize, game: u64) {
        let entity = self.batch.table(table);
        let agents = [Some(self.agent); 2];
        agent::seat(self.batch.world_mut(), entity, agents, SEED, game);
    }

    /// Moves every busy table one step.
    pub fn tick(&mut self) {
        self.batch.tick();
    }

    /// Deals the next games to the tables whose games have ended.
    pub fn deal_ended(&mut self) {
        for table in 0..self.batch.len() {
            if self.has_ended(table) {
                let state = self.state(table);
                let digest = Digest::of(&(state.trail, deal::digest(&self.batch, table)));
                let decisions = state.decisions;
                self.played.add(decisions, digest);
                self.deal(table);
            }
        }
    }

    /// Plays until so many more games have ended.
    pub fn play(&mut self, games: u64) {
        let until = self.played.games + games;
        while self.played.games < until {
            self.tick();
            self.deal_ended();
        }
    }

    /// Tells whether the game on a table has ended.
    #[must_use]
    pub fn has_ended(&self, table: usize) -> bool {
        self.state(table).status.has_ended()
    }

    /// The status and the counters of a table.
    ///
    /// # Panics
    /// Never: a table has a status.
    #[must_use]
    pub fn state(&self, table: usize) -> &Table {
        self.batch.world().get(self.batch.table(table)).expect("a table has a status")
    }

    /// Decisions taken so far in the games that have ended and in those on the tables.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        let open = |table| u64::from(self.state(table).decisions);
        self.played.decisions + (0..self.batch.len()).map(open).sum::<u64>()
    }

    /// Digest of the games that have ended and of how all tables stand.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let standing = |table| (self.state(table).trail, deal::digest(&self.batch, table));
        let standing: Vec<_> = (0..self.batch.len()).map(standing).collect();
        Digest::of(&(self.played.digest.value(), standing))
    }
}
