//! Games by the thousand: worlds of tables, over threads, handed over in index order.
//!
//! What a game does depends on the seed, its index, what it begins with and the agents, and on
//! nothing else: not on the other games, the batch size, the number of threads, or the places that
//! its decks or its position happen to have.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use bevy_app::App;
use cardmill_harness::play::{Play, Standing};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::{Status, Table};
use rayon::ThreadPoolBuilder;

use crate::error::Error;
use crate::record::{End, GameRecord, InOrder};
use crate::setup::{Settings, Setup, Setups, of_game};

/// The most tables that a run can have, all threads together: about a gigabyte.
pub const MOST_TABLES: usize = 65_536;

/// The Worlds of a run: how many, and how many tables each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worlds {
    count: usize,
    tables: usize,
}

impl Worlds {
    /// No more Worlds and tables than there are games to be played.
    fn of(settings: &Settings, games: u64) -> Result<Self, Error> {
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let count = settings.threads.min(games).max(1);
        let tables = settings.batch.min(games.div_ceil(count)).max(1);
        let all = count.saturating_mul(tables);
        if all > MOST_TABLES {
            return Err(Error::Usage(format!(
                "{count} threads with {tables} tables each are {all} tables; expected at most \
                 {MOST_TABLES} (fewer --threads, or a smaller --batch)"
            )));
        }
        Ok(Self { count, tables })
    }
}

/// Plays all setups and hands every game from number `from` on to `on_record`, in index order, on
/// this thread.
///
/// Setting `stop` ends the run early: what `on_record` has been given then is how the whole run
/// begins.
///
/// # Errors
///
/// When the engine cannot be set up, or more than [`MOST_TABLES`] are asked for. A game that goes
/// wrong is quarantined, not an error.
pub fn play<G: Play>(
    catalogue: &G::Catalogue,
    setups: &Setups<G>,
    settings: &Settings,
    from: u64,
    stop: &AtomicBool,
    on_record: &mut dyn FnMut(GameRecord),
) -> Result<(), Error> {
    let games = settings.games.saturating_mul(setups.list.len() as u64);
    let Worlds { count, tables } = Worlds::of(settings, games.saturating_sub(from))?;
    let run = Run { catalogue, setups, settings, stop, games, tables };
    let pool = ThreadPoolBuilder::new().num_threads(count).build()?;
    let next = AtomicU64::new(from);
    let (send, receive) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..count {
            let send = send.clone();
            scope.spawn(|_| run.work(&next, send));
        }
        drop(send);
        // Games end out of order; they are handed over in order.
        let mut order = InOrder::from(from);
        for record in receive.into_iter().flatten() {
            order.add(record.index, record, &mut *on_record);
        }
    });
    Ok(())
}

/// Games that a worker hands over together.
const CHUNK: usize = 16;

/// What all workers of a run share.
struct Run<'a, G: Play> {
    catalogue: &'a G::Catalogue,
    setups: &'a Setups<G>,
    settings: &'a Settings,
    stop: &'a AtomicBool,
    games: u64,
    /// Tables of a World.
    tables: usize,
}

impl<G: Play> Run<'_, G> {
    /// One worker: a World of tables that are dealt the next game whenever one ends.
    fn work(&self, next: &AtomicU64, send: Sender<Vec<GameRecord>>) {
        let mut worker = self.worker(self.tables);
        let mut records = Vec::new();
        let mut take = || {
            let index = next.fetch_add(1, Ordering::Relaxed);
            (index < self.games && !self.stop.load(Ordering::Relaxed)).then_some(index)
        };
        loop {
            worker.deal(self, &mut take);
            if worker.games.iter().all(Option::is_none) || self.stop.load(Ordering::Relaxed) {
                let _ = send.send(records);
                return;
            }
            let ticked = catch_unwind(AssertUnwindSafe(|| worker.batch.tick()));
            if ticked.is_err() {
                // One of the games brought the World down: each is played again alone.
                records.extend(worker.games.iter().flatten().map(|game| self.alone(game.index)));
                worker = self.worker(self.tables);
                continue;
            }
            worker.ended(self, &mut |record| records.push(record));
            // To wake the one who waits for every single game took 5 % of the time.
            if records.len() >= CHUNK {
                let _ = send.send(core::mem::take(&mut records));
            }
        }
    }

    fn worker(&self, tables: usize) -> Worker {
        let agents = |app: &mut App| G::add_agents(app);
        let batch = Batch::of::<G::Game>(self.catalogue, tables, agents);
        Worker { batch, games: vec![None; tables] }
    }

    /// Plays one game in a World of its own. A panic quarantines it.
    fn alone(&self, index: u64) -> GameRecord {
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = self.worker(1);
            let mut only = Some(index);
            worker.deal(self, &mut || only.take());
            let mut record = None;
            while record.is_none() {
                worker.batch.tick();
                worker.ended(self, &mut |ended| record = Some(ended));
            }
            record
        }));
        let aside = || GameRecord::aside(index, of_game(&self.setups.list, index));
        played.ok().flatten().unwrap_or_else(aside)
    }
}

/// A World and the games on its tables.
struct Worker {
    batch: Batch,
    games: Vec<Option<Dealt>>,
}

/// A game on a table.
#[derive(Clone, Copy)]
struct Dealt {
    index: u64,
    /// Who goes first.
    first: Seat,
}

impl Worker {
    /// Deals the next games to the tables that have none.
    #[inline(never)] // A part of the benchmark `instructions`.
    fn deal<G: Play>(&mut self, run: &Run<'_, G>, take: &mut dyn FnMut() -> Option<u64>) {
        for table in 0..self.games.len() {
            if self.games[table].is_none() {
                let Some(index) = take() else { return };
                let agents = run.settings.agents.iter().copied().map(Some);
                run.setups.begin(&mut self.batch, table, run.settings.seed, index, agents);
                let first = G::first(self.batch.world(), self.batch.table(table));
                self.games[table] = Some(Dealt { index, first });
            }
        }
    }

    /// Reports the games that have ended.
    #[inline(never)] // A part of the benchmark `instructions`.
    fn ended<G: Play>(&mut self, run: &Run<'_, G>, report: &mut dyn FnMut(GameRecord)) {
        let limit = run.settings.rounds;
        if limit.is_none() && !self.batch.any_ended() {
            return;
        }
        for table in 0..self.games.len() {
            let Some(Dealt { index, first }) = self.games[table] else { continue };
            if has_ended::<G>(&self.batch, table, limit) {
                let setup = of_game(&run.setups.list, index);
                report(record::<G>(&self.batch, table, setup, first, limit));
                self.games[table] = None;
                // A game that was cut would go on.
                let entity = self.batch.table(table);
                self.batch.world_mut().entity_mut(entity).insert(Table::default());
            }
        }
    }
}

/// Whether the game on a table has ended, or has begun one round more than the limit.
pub(crate) fn has_ended<G: Play>(batch: &Batch, table: usize, limit: Option<u16>) -> bool {
    let beyond = |limit| G::round(batch.world(), batch.table(table)) > limit;
    batch.status(table).has_ended() || limit.is_some_and(beyond)
}

/// What is kept of the game on a table.
pub(crate) fn record<G: Play>(
    batch: &Batch,
    table: usize,
    setup: &Setup,
    first: Seat,
    limit: Option<u16>,
) -> GameRecord {
    let entity = batch.table(table);
    let state = batch.world().get::<Table>(entity).expect("a table has a status");
    let round = G::round(batch.world(), entity);
    let (end, standing) = match state.status {
        Status::Quarantined => (End::Quarantined, Standing::default()),
        Status::Over => (End::Over, G::standing(batch.world(), entity)),
        Status::Free | Status::Busy | Status::Waiting => {
            (End::Cut, G::standing(batch.world(), entity))
        }
    };
    GameRecord {
        index: state.game,
        setup: setup.clone(),
        first,
        end,
        standing,
        rounds: limit.map_or(round, |limit| round.min(limit)),
        decisions: state.decisions,
        digest: state.digest(batch.digest(table, G::sizes(batch, table))),
    }
}

#[cfg(test)]
mod tests {
    use arrayvec::ArrayVec;

    use super::*;

    #[test]
    fn there_are_no_more_tables_than_games() {
        let worlds = |threads, batch, games| {
            let agents = ArrayVec::new();
            let settings = Settings { games: 1, seed: 0, threads, batch, agents, rounds: None };
            Worlds::of(&settings, games)
        };
        for ((threads, batch, games), (count, tables)) in [
            ((2, 32, 1_000), (2, 32)),
            ((1024, 65_535, 10), (10, 1)),
            ((4, 32, 10), (4, 3)),
            ((4, 32, 0), (1, 1)),
            ((1, 65_535, u64::MAX), (1, 65_535)),
        ] {
            assert_eq!(worlds(threads, batch, games).unwrap(), Worlds { count, tables });
        }
        let error = worlds(1024, 65_535, u64::MAX).unwrap_err();
        assert!(error.to_string().contains("67107840 tables; expected at most 65536"), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
}
