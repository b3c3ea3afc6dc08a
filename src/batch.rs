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

use bevy_app::{App, Plugin};
use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::{self as unlimited, Board};
use cardmill_unlimited::card::Card;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::Library;
use cardmill_unlimited::log::Log;
use cardmill_unlimited::plugin::LogPlugin;
use cardmill_unlimited::{deal, plugin};
use rayon::ThreadPoolBuilder;

use crate::agents::{Agent, AgentsPlugin, Seated};
use crate::error::Error;
use crate::record::{GameRecord, Outcome};

/// How a run is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Games per pairing, at least 1.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Tables in a World, at least 1.
    pub batch: usize,
    /// Who plays deck a and who plays deck b.
    pub agents: [Agent; 2],
}

/// Plays all pairings and hands every game to `on_record`, in index order, on this thread.
///
/// Setting `stop` ends the run early: what `on_record` has been given then is a prefix of the
/// whole run.
///
/// # Errors
///
/// When the engine cannot be set up. A game that goes wrong is quarantined, not an error.
pub fn play(
    library: &Arc<Library>,
    decks: &[Deck],
    pairings: &[(u16, u16)],
    settings: &Settings,
    stop: &AtomicBool,
    on_record: &mut dyn FnMut(GameRecord),
) -> Result<(), Error> {
    let catalogue = Catalogue::new(&library.definitions)?;
    let games = settings.games.saturating_mul(pairings.len() as u64);
    let run = Run { catalogue: &catalogue, decks, pairings, settings, stop, games };
    let pool = ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    let next = AtomicU64::new(0);
    let (send, receive) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..settings.threads {
            let send = send.clone();
            scope.spawn(|_| run.work(&next, send));
        }
        drop(send);
        // Games end out of order; they are handed over in order.
        let mut early = BTreeMap::new();
        let mut due = 0;
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
}

impl Run<'_> {
    /// One worker: a World of tables that are dealt the next game whenever one ends.
    fn work(&self, next: &AtomicU64, send: Sender<Vec<GameRecord>>) {
        let mut worker = self.worker(self.settings.batch);
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
                worker = self.worker(self.settings.batch);
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
            let (deck_a, deck_b) = self.pairing(index);
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

    fn pairing(&self, index: u64) -> (u16, u16) {
        self.pairings[(index / self.settings.games) as usize]
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
                let (a, b) = run.pairing(index);
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
                let (deck_a, deck_b) = run.pairing(index);
                report(GameRecord { deck_a, deck_b, ..record(&self.batch, table) });
                self.games[table] = None;
            }
        }
    }
}

/// Deals a game and seats its agents.
fn seat(batch: &mut Batch, table: usize, decks: [&Deck; 2], settings: &Settings, index: u64) {
    deal::deal(batch, table, decks, settings.seed, index);
    let entity = batch.table(table);
    let agents = settings.agents.map(Some);
    batch.world_mut().entity_mut(entity).insert(Seated::new(agents, settings.seed, index));
}

/// What is kept of the game on a table.
fn record(batch: &Batch, table: usize) -> GameRecord {
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

/// Plays one game of a run again and hands its log to `sink`, line by line.
///
/// `index` counts over the whole run; of a matrix run, give the two decks of the pairing.
///
/// # Errors
///
/// When the engine cannot be set up.
///
/// # Panics
///
/// When the game itself panics, as a run would report it.
pub fn replay(
    library: &Arc<Library>,
    decks: [&Deck; 2],
    settings: &Settings,
    index: u64,
    sink: &mut dyn FnMut(&str),
) -> Result<GameRecord, Error> {
    let catalogue = Catalogue::new(&library.definitions)?;
    let mut batch = plugin::batch(&catalogue, 1, |app: &mut App| {
        AgentsPlugin.build(app);
        LogPlugin.build(app);
    });
    seat(&mut batch, 0, decks, settings, index);
    let table = batch.table(0);
    batch.world_mut().entity_mut(table).insert(Log::default());
    while !batch.status(0).has_ended() {
        batch.tick();
        let mut log = batch.world_mut().get_mut::<Log>(table).expect("the log was just added");
        for line in log.lines.drain(..) {
            sink(&line);
        }
    }
    let state = batch.world().get::<Table>(table).expect("a table has a status");
    if let Some(fault) = state.fault {
        sink(&format!("the game was set aside: {fault}"));
    }
    Ok(record(&batch, 0))
}
