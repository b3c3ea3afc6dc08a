//! Games by the thousand: worlds of tables, over threads, handed over in index order.
//!
//! What a game does depends on the seed, its index, the two deck lists and the agents, and on
//! nothing else: not on the other games, the batch size, the number of threads, or the indices
//! its decks happen to have.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::{self as unlimited, Board};
use cardmill_unlimited::card::Card;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::Library;
use cardmill_unlimited::{deal, plugin};
use rayon::ThreadPoolBuilder;

use crate::error::Error;
use crate::record::{GameRecord, Outcome};
use cardmill_harness::agent::{self, Agent};
use cardmill_unlimited::agent::AgentsPlugin;

/// How a run is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Games per pairing, at least 1.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// The most tables in a World, at least 1.
    pub batch: usize,
    /// Who plays deck a and who plays deck b.
    pub agents: [Agent; 2],
}

/// The most tables that a run can have, all threads together: about a gigabyte.
pub const MOST_TABLES: usize = 65_536;

/// The Worlds of a run: how many, and how many tables each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worlds {
    count: usize,
    tables: usize,
}

impl Settings {
    /// No more Worlds and tables than there are games to be played.
    fn worlds(&self, games: u64) -> Result<Worlds, Error> {
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let count = self.threads.min(games).max(1);
        let tables = self.batch.min(games.div_ceil(count)).max(1);
        let all = count.saturating_mul(tables);
        if all > MOST_TABLES {
            return Err(Error::Usage(format!(
                "{count} threads with {tables} tables each are {all} tables; expected at most \
                 {MOST_TABLES} (fewer --threads, or a smaller --batch)"
            )));
        }
        Ok(Worlds { count, tables })
    }
}

/// The pairing of a game. Games go round the pairings, so that after any number of games all of
/// them have been played alike.
#[must_use]
pub fn pairing(pairings: &[(u16, u16)], index: u64) -> (u16, u16) {
    pairings[(index % pairings.len() as u64) as usize]
}

/// Plays all pairings and hands every game from number `from` on to `on_record`, in index order,
/// on this thread.
///
/// Setting `stop` ends the run early: what `on_record` has been given then is how the whole run
/// begins.
///
/// # Errors
///
/// When the engine cannot be set up, or more than [`MOST_TABLES`] are asked for. A game that goes
/// wrong is quarantined, not an error.
pub fn play(
    library: &Arc<Library>,
    decks: &[Deck],
    pairings: &[(u16, u16)],
    settings: &Settings,
    from: u64,
    stop: &AtomicBool,
    on_record: &mut dyn FnMut(GameRecord),
) -> Result<(), Error> {
    let catalogue = Catalogue::new(&library.definitions)?;
    let games = settings.games.saturating_mul(pairings.len() as u64);
    let Worlds { count, tables } = settings.worlds(games.saturating_sub(from))?;
    let run = Run { catalogue: &catalogue, decks, pairings, settings, stop, games, tables };
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
        let mut early = BTreeMap::new();
        let mut due = from;
        for record in receive.into_iter().flatten() {
            early.insert(record.index, record);
            while let Some(record) = early.remove(&due) {
                on_record(record);
                due += 1;
            }
        }
    });
    Ok(())
}

/// Games that a worker hands over together.
const CHUNK: usize = 16;

/// What all workers of a run share.
struct Run<'a> {
    catalogue: &'a Catalogue,
    decks: &'a [Deck],
    pairings: &'a [(u16, u16)],
    settings: &'a Settings,
    stop: &'a AtomicBool,
    games: u64,
    /// Tables of a World.
    tables: usize,
}

impl Run<'_> {
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
                records.extend(worker.games.iter().flatten().map(|index| self.alone(*index)));
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
        Worker {
            batch: plugin::batch(self.catalogue, tables, AgentsPlugin),
            games: vec![None; tables],
        }
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
        played.ok().flatten().unwrap_or_else(|| {
            let (deck_a, deck_b) = pairing(self.pairings, index);
            GameRecord {
                index,
                deck_a,
                deck_b,
                first_player: 0,
                outcome: Outcome::Quarantined,
                rounds: 0,
                decisions: 0,
                base_damage: [0; 2],
                digest: 0,
            }
        })
    }
}

/// A World and the games on its tables.
struct Worker {
    batch: Batch,
    games: Vec<Option<u64>>,
}

impl Worker {
    /// Deals the next games to the tables that have none.
    fn deal(&mut self, run: &Run, take: &mut dyn FnMut() -> Option<u64>) {
        for table in 0..self.games.len() {
            if self.games[table].is_none() {
                let Some(index) = take() else { return };
                let (a, b) = pairing(run.pairings, index);
                let decks = [&run.decks[usize::from(a)], &run.decks[usize::from(b)]];
                seat(&mut self.batch, table, decks, run.settings, index);
                self.games[table] = Some(index);
            }
        }
    }

    /// Reports the games that have ended.
    fn ended(&mut self, run: &Run, report: &mut dyn FnMut(GameRecord)) {
        if !self.batch.any_ended() {
            return;
        }
        for table in 0..self.games.len() {
            let Some(index) = self.games[table] else { continue };
            if self.batch.status(table).has_ended() {
                let (deck_a, deck_b) = pairing(run.pairings, index);
                report(GameRecord { deck_a, deck_b, ..record(&self.batch, table) });
                self.games[table] = None;
            }
        }
    }
}

/// Deals a game and seats its agents.
pub(crate) fn seat(
    batch: &mut Batch,
    table: usize,
    decks: [&Deck; 2],
    settings: &Settings,
    index: u64,
) {
    deal::deal(batch, table, decks, settings.seed, index);
    let entity = batch.table(table);
    let agents = settings.agents.map(Some);
    agent::seat(batch.world_mut(), entity, agents, settings.seed, index);
}

/// What is kept of the game on a table.
pub(crate) fn record(batch: &Batch, table: usize) -> GameRecord {
    let world = batch.world();
    let entity = batch.table(table);
    let state = world.get::<Table>(entity).expect("a table has a status");
    let board = world.get::<Board>(entity).expect("a table has a board");
    let roster = world.get::<Roster>(entity).expect("a table has a roster");
    let damage = board.players.each_ref().map(|player| {
        world.get::<Card>(roster.card(player.base)).expect("a base is a card").damage
    });
    GameRecord {
        index: state.game,
        deck_a: 0,
        deck_b: 1,
        first_player: board.first,
        outcome: match (state.status, board.outcome) {
            (Status::Over, unlimited::Outcome::Win(0)) => Outcome::WinA,
            (Status::Over, unlimited::Outcome::Win(_)) => Outcome::WinB,
            (Status::Over, unlimited::Outcome::Draw) => Outcome::Draw,
            _ => Outcome::Quarantined,
        },
        rounds: board.round,
        decisions: state.decisions,
        base_damage: damage,
        digest: state.digest(deal::digest(batch, table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_tables_than_games() {
        let worlds = |threads, batch, games| {
            Settings { games: 1, seed: 0, threads, batch, agents: [Agent::Random; 2] }.worlds(games)
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

    #[test]
    fn games_go_round_the_pairings() {
        let pairings = [(0, 1), (0, 2), (1, 2)];
        let places = (0..7).map(|index| pairing(&pairings, index));
        assert!(places.eq([(0, 1), (0, 2), (1, 2), (0, 1), (0, 2), (1, 2), (0, 1)]));
    }
}
