//! One table for Python: a game that is played from there, decision by decision.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use arrayvec::ArrayVec;
use bevy_app::App;
use cardmill::cli::setups::Given;
use cardmill::entry::Entry;
use cardmill::host::Catalogue;
use cardmill::players::Players;
use cardmill::record::hex;
use cardmill::search::{Plan, Planner};
use cardmill::setup::Setups;
use cardmill_harness::agent;
use cardmill_harness::agent::Seated;
use cardmill_harness::driver::Driver;
use cardmill_harness::observation::{Answer, Encoder, Glance, History, Page};
use cardmill_harness::play::{Play, SEATS};
use cardmill_harness::session::Session;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::layout::Layout;
use cardmill_kernel::saved::Origin;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::driver::Tabletop;
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arena::{level, named};
use crate::arrays::{Buffers, Sheet};
use crate::cards::{edited, encoder};
use crate::{raised, refused, watched};

/// The tables of all games with the same cards: they stand in one World, in which copies are made.
struct Room {
    catalogue: Catalogue,
    driver: Tabletop,
    free: Vec<usize>,
    /// A table that writes no log: what is packed there is read where none is written.
    plain: usize,
    encoder: Encoder<Unlimited>,
    planner: Planner<Tabletop>,
}

impl Room {
    fn take(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            let table = self.driver.add();
            // A copy takes over what both tables have.
            seat(&mut self.driver, table, 0, 0);
            remember(&mut self.driver, table, 0);
            table
        })
    }
}

/// The room that new games with such edits of the cards are played in. One that broke down is not used
/// again, one that nobody plays in is given up, but for the room of the cards as they are.
fn room(edits: &[String]) -> PyResult<Arc<Mutex<Room>>> {
    static PLAIN: Mutex<Option<Arc<Mutex<Room>>>> = Mutex::new(None);
    static EDITED: Mutex<BTreeMap<Vec<String>, Weak<Mutex<Room>>>> = Mutex::new(BTreeMap::new());
    let mut rooms = EDITED.lock().unwrap_or_else(PoisonError::into_inner);
    rooms.retain(|_, room| room.strong_count() > 0);
    let known = rooms.get(edits).and_then(Weak::upgrade);
    if let Some(room) = known.filter(|room| !room.is_poisoned()) {
        return Ok(room);
    }
    let encoder = encoder()?;
    let guests = move |app: &mut App| {
        Tabletop::add_agents(app);
        encoder.remember(app);
    };
    let catalogue = edited(edits)?;
    let mut driver = Tabletop::with(catalogue.get::<Tabletop>(), guests);
    let plain = driver.batch_mut().add_at_rest(Unlimited::spawn);
    let encoder = crate::cards::encoder()?;
    let new = Arc::new(Mutex::new(Room {
        catalogue,
        driver,
        free: Vec::new(),
        plain,
        encoder,
        planner: Planner::default(),
    }));
    rooms.insert(edits.to_vec(), Arc::downgrade(&new));
    if edits.is_empty() {
        *PLAIN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&new));
    }
    Ok(new)
}

/// One game; `cardmill.Game` is the class to use.
#[pyclass(module = "cardmill._cardmill", frozen)]
pub(crate) struct Game {
    room: Arc<Mutex<Room>>,
    table: usize,
}

impl Drop for Game {
    fn drop(&mut self) {
        if let Ok(mut room) = self.room.lock() {
            let batch = room.driver.batch_mut();
            let entity = batch.table(self.table);
            batch.world_mut().entity_mut(entity).insert(Table::default());
            room.free.push(self.table);
        }
    }
}

impl Game {
    fn on(room: Arc<Mutex<Room>>) -> PyResult<Self> {
        let table = lock(&room)?.take();
        Ok(Self { room, table })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Room, usize) -> T) -> PyResult<T> {
        Ok(act(&mut *lock(&self.room)?, self.table))
    }
}

fn lock(room: &Mutex<Room>) -> PyResult<MutexGuard<'_, Room>> {
    room.lock().map_err(|_| PyRuntimeError::new_err("the engine broke down at another game"))
}

/// Two decks, by seat.
fn pair(given: [PathBuf; 2], catalogue: &Catalogue) -> PyResult<[Entry; 2]> {
    let given = Given::read(&given, &[], None, catalogue).map_err(raised)?;
    let Setups { entries, list, .. } = given.setups;
    match list.as_slice() {
        [setup] => setup.pairing(),
        _ => None,
    }
    .map(|pair| pair.map(|deck| entries[usize::from(deck)].clone()))
    .ok_or_else(|| refused("positions, or folders of decks; expected a deck for each of 2 seats"))
}

#[pymethods]
impl Game {
    /// A game that nothing is dealt of, with edited cards.
    #[new]
    fn new(edits: Vec<String>) -> PyResult<Self> {
        Self::on(room(&edits)?)
    }

    /// Deals game `number` of a seed and plays on to the first decision.
    fn deal(
        &self,
        first: PathBuf,
        second: PathBuf,
        seed: u64,
        number: u64,
        history: usize,
    ) -> PyResult<()> {
        let catalogue = self.with(|room, _| room.catalogue.clone())?;
        let decks = pair([first, second], &catalogue)?;
        let decks = decks.each_ref().map(|deck| deck.get::<Tabletop>());
        self.with(|Room { driver, .. }, table| {
            Tabletop::deal(driver.batch_mut(), table, &decks, seed, number);
            seat(driver, table, seed, number);
            remember(driver, table, history);
            driver.clear_log(table);
            driver.run(table);
        })
    }

    /// Sets up a position, as scenarios write it (JSON), and plays on to the first decision.
    fn arrange(&self, position: &str, seed: u64, number: u64, history: usize) -> PyResult<()> {
        let position = serde_json::from_str(position).map_err(refused)?;
        self.with(|Room { driver, .. }, table| {
            driver.arrange(table, &position).map_err(refused)?;
            Tabletop::lay(driver.batch_mut(), table, &position, seed, number).map_err(refused)?;
            seat(driver, table, seed, number);
            remember(driver, table, history);
            driver.clear_log(table);
            driver.run(table);
            Ok(())
        })?
    }

    /// The number of events that its history keeps.
    fn history(&self) -> PyResult<usize> {
        self.with(|room, table| room.driver.component::<History>(table).room())
    }

    /// The seat that is asked; None when the game has ended.
    fn seat(&self) -> PyResult<Option<u8>> {
        self.with(|room, table| room.driver.asks(table))
    }

    /// The number of options; 0 when nobody is asked.
    fn count(&self) -> PyResult<usize> {
        self.with(|Room { driver, .. }, table| match driver.asks(table) {
            Some(_) => driver.component::<Decision<Unlimited>>(table).options.len(),
            None => 0,
        })
    }

    /// Decisions that were taken so far.
    fn step(&self) -> PyResult<u32> {
        self.with(|room, table| room.driver.component::<Table>(table).decisions)
    }

    /// "waiting", "over" or "quarantined".
    fn status(&self) -> PyResult<&'static str> {
        self.with(|room, table| match room.driver.status(table) {
            Status::Over => "over",
            Status::Quarantined => "quarantined",
            Status::Waiting | Status::Busy => "waiting",
            Status::Free => "free",
        })
    }

    /// The end of the game in words, or the reason for which it was set aside; None while it goes
    /// on.
    fn outcome(&self) -> PyResult<Option<String>> {
        self.with(|Room { driver, .. }, table| {
            let fault = driver.fault(table).map(|fault| fault.to_string());
            fault.or_else(|| driver.outcome(table))
        })
    }

    /// The seat that won, if the game is over and somebody did.
    fn winner(&self) -> PyResult<Option<u8>> {
        self.with(|Room { driver, .. }, table| {
            let batch = driver.batch();
            let over = batch.status(table) == Status::Over;
            let standing = || Tabletop::standing(batch.world(), batch.table(table));
            over.then(standing).and_then(|standing| standing.winner())
        })
    }

    /// The scores by seat, as the table stands.
    fn scores(&self) -> PyResult<Vec<i16>> {
        self.with(|Room { driver, .. }, table| {
            let batch = driver.batch();
            Tabletop::standing(batch.world(), batch.table(table)).scores.to_vec()
        })
    }

    /// The round, from 1; 0 before the first.
    fn round(&self) -> PyResult<u16> {
        self.with(|Room { driver, .. }, table| {
            Tabletop::round(driver.batch().world(), driver.batch().table(table))
        })
    }

    /// The question that stands, with all options, as JSON.
    fn question(&self) -> PyResult<String> {
        self.with(|Room { driver, .. }, table| {
            serde_json::to_string(&driver.question(table)).expect("a question is plain data")
        })
    }

    /// The names of the options, in the order of their numbers.
    fn labels(&self) -> PyResult<Vec<String>> {
        self.with(
            |Room { driver, .. }, table| {
                if driver.asks(table).is_some() { driver.names(table) } else { Vec::new() }
            },
        )
    }

    /// The option of this label.
    fn find(&self, label: &str) -> PyResult<usize> {
        self.with(|Room { driver, .. }, table| match driver.asked(table) {
            Some(asked) => asked.find(label).map_err(refused),
            None => Err(refused("nobody is asked anything")),
        })?
    }

    /// Takes an option and plays on to the next decision.
    fn choose(&self, option: usize) -> PyResult<()> {
        self.with(|Room { driver, .. }, table| driver.choose(table, option).map_err(refused))?
    }

    /// The option that the agent `random` would take.
    fn draw(&self) -> PyResult<usize> {
        self.with(|Room { driver, .. }, table| {
            let Some(seat) = driver.asks(table) else {
                return Err(refused("nobody is asked anything"));
            };
            let options = driver.component::<Decision<Unlimited>>(table).options.len();
            let entity = driver.batch().table(table);
            let mut seated = driver.batch_mut().world_mut().get_mut::<Seated>(entity);
            let seated = seated.as_mut().expect("seats were given when it was dealt");
            Ok(seated.draw(seat, options))
        })?
    }

    /// The reason for which something is not offered.
    fn why_not(&self, label: &str) -> PyResult<String> {
        self.with(|Room { driver, .. }, table| driver.why_not(table, label).map_err(refused))?
    }

    /// All that a seat may know, or all there is to know, as JSON.
    fn view(&self, seat: Option<u8>) -> PyResult<String> {
        self.with(|Room { driver, .. }, table| match seat {
            Some(seat) => Ok(driver.view(table, seat).map_err(refused)?.get().to_owned()),
            None => Ok(driver.state(table).get().to_owned()),
        })?
    }

    /// The lines of the log from one on.
    fn log(&self, since: usize) -> PyResult<Vec<String>> {
        self.with(|room, table| {
            room.driver.log(table).get(since..).map(<[_]>::to_vec).unwrap_or_default()
        })
    }

    /// Writes what a seat sees to the first place of some arrays, with a page of options.
    fn observe(
        &self,
        py: Python<'_>,
        seat: u8,
        level: &str,
        page: usize,
        buffers: &mut Buffers,
    ) -> PyResult<()> {
        let level = self::level(level)?;
        if seat > 1 {
            return Err(refused(format!("seat {seat}; expected 0 or 1")));
        }
        self.with(|Room { driver, encoder, .. }, table| {
            let glance = Glance { seat, level, page };
            let written = buffers.observe(py, |sheet| {
                let Sheet::Padded(arrays) = sheet else { return Ok(None) };
                arrays.check(encoder.widths()).map_err(refused)?;
                driver.look(table, |at| encoder.pad(at, glance, arrays, 0));
                Ok(Some(()))
            })?;
            written.flatten().ok_or_else(|| refused("these arrays are for no padded observations"))
        })?
    }

    /// The meaning of an action row of a page: an option, or a page.
    fn answer(
        &self,
        action: usize,
        actions: usize,
        page: usize,
    ) -> PyResult<(Option<usize>, Option<usize>)> {
        let options = self.count()?;
        if actions < Page::LEAST {
            return Err(refused(format!("{actions} actions; expected {} at least", Page::LEAST)));
        }
        match Page::of(options, actions, page).answer(action) {
            Some(Answer::Option(option)) => Ok((Some(option), None)),
            Some(Answer::More(page)) => Ok((None, Some(page))),
            None => Err(refused(format!("there is no action {action}"))),
        }
    }

    /// A copy. An exact one goes on with the same random numbers; another one with those of a key.
    fn fork(&self, key: Option<u64>) -> PyResult<Self> {
        let copy = Self::on(Arc::clone(&self.room))?;
        self.with(|Room { driver, .. }, table| {
            driver.fork(table, copy.table);
            if let Some(key) = key {
                rekey(driver.batch_mut(), copy.table, key, [None, None]);
            }
        })?;
        Ok(copy)
    }

    /// A world that a seat cannot rule out, dealt by a key.
    fn determinize(&self, seat: u8, key: u64) -> PyResult<Self> {
        let copy = Self::on(Arc::clone(&self.room))?;
        self.with(|Room { driver, .. }, table| {
            Tabletop::determinize(driver.batch_mut(), table, copy.table, seat, key)
                .map_err(|problem| refused(problem.to_string()))?;
            // It tells what is hidden.
            driver.clear_log(copy.table);
            Ok::<_, PyErr>(())
        })??;
        Ok(copy)
    }

    /// The findings of a search for the seat that is asked: the option that it would choose, the
    /// number of times that it tried each, and the share of a game after each, from 0 to 1.
    fn search(
        &self,
        py: Python<'_>,
        agent: &str,
        key: u64,
    ) -> PyResult<(usize, Vec<u32>, Vec<f64>)> {
        let plan = Plan::of::<Tabletop>(named(agent).map_err(refused)?).ok_or_else(|| {
            refused(format!("{agent} answers at once; expected an agent that searches"))
        })?;
        let stop = AtomicBool::new(false);
        let (found, heard) = watched(py, &stop, || {
            self.with(|Room { driver, planner, .. }, table| {
                planner.search_until(driver.batch_mut(), table, plan, key, &stop)
            })
        });
        heard?;
        let found = found?.map_err(|problem| refused(problem.to_string()))?;
        let found = found.expect("it was not told to stop");
        Ok((found.option, found.visits, found.values))
    }

    /// The game as bytes, for the same program and cards.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(|Room { driver, catalogue, .. }, table| {
            driver.save_packed(table, catalogue.digest())
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Sets the table up as it was saved, by the bytes of `save`.
    fn load(&self, bytes: &[u8]) -> PyResult<()> {
        self.with(|Room { driver, catalogue, .. }, table| {
            let cards = catalogue.digest();
            driver.restore_packed(table, bytes, cards).map_err(refused)?;
            let game = driver.component::<Table>(table).game;
            seat(driver, table, 0, game);
            Ok(())
        })?
    }

    /// The digest of the game: its state and all choices.
    fn digest(&self) -> PyResult<String> {
        self.with(|room, table| hex(room.driver.digest_of_game(table)))
    }

    /// The digest of the state alone.
    fn state_digest(&self) -> PyResult<String> {
        self.with(|room, table| hex(room.driver.digest(table)))
    }

    /// Plays copies to their ends with agents: 1 where the first seat won, -1 where it lost, 0 where
    /// nobody won or a limit of decisions was met. The copies draw other random numbers than the
    /// game, but have its cards where they are.
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        agents: [String; 2],
        count: usize,
        seed: u64,
        limit: Option<u32>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let agents: ArrayVec<_, SEATS> =
            agents.iter().map(|name| named(name).map_err(refused)).collect::<PyResult<_>>()?;
        let catalogue = &self.with(|room, _| room.catalogue.clone())?;
        let cards = catalogue.digest();
        let bytes = self.with(|Room { driver, plain, .. }, table| {
            driver.fork(table, *plain);
            driver.save_packed(*plain, cards)
        })?;
        let stop = AtomicBool::new(false);
        let (played, heard) = watched(py, &stop, || {
            let more = |app: &mut App| Tabletop::add_agents(app);
            let tables = count.clamp(1, cardmill::arena::BLOCK);
            let mut batch = Batch::of::<Unlimited>(catalogue.get::<Tabletop>(), tables, more);
            let mut players = Players::of(&agents, catalogue.get::<Tabletop>());
            let origin = Origin { game: Tabletop::NAME, cards };
            let mut values = Vec::with_capacity(count);
            let mut numbers = 0..count as u64;
            while values.len() < count && !stop.load(Ordering::Relaxed) {
                let chunk: Vec<u64> = numbers.by_ref().take(tables).collect();
                for (table, number) in chunk.iter().enumerate() {
                    batch.unpack(table, &bytes, origin, Tabletop::grow)?;
                    let seats = [0, 1].map(|seat| Some(agents[seat]));
                    rekey(&mut batch, table, seed.wrapping_add(*number), seats);
                }
                values.extend(play(&mut batch, &mut players, chunk.len(), limit, &stop));
            }
            Ok(values)
        });
        heard?;
        let played = played.map_err(|error: cardmill_kernel::saved::Broken| refused(error))?;
        Ok(PyArray1::from_vec(py, played))
    }
}

/// Somebody outside sits at both seats.
fn seat(driver: &mut Tabletop, table: usize, seed: u64, game: u64) {
    let entity = driver.batch().table(table);
    agent::seat(driver.batch_mut().world_mut(), entity, [None, None], seed, game);
}

/// A table keeps so many events from here on.
fn remember(driver: &mut Tabletop, table: usize, history: usize) {
    let entity = driver.batch().table(table);
    driver.batch_mut().world_mut().entity_mut(entity).insert(History::new(history));
}

/// From here on a table draws the random numbers of a key, and these agents sit there.
fn rekey(batch: &mut Batch, table: usize, key: u64, agents: [Option<agent::Agent>; 2]) {
    let entity = batch.table(table);
    let game = batch.world().get::<Table>(entity).expect("a table has a status").game;
    batch.world_mut().entity_mut(entity).insert(Streams::new(key, game));
    agent::seat(batch.world_mut(), entity, agents, key, game);
}

/// Plays the first tables to their ends, or until it is told to stop; what they are worth to the first
/// seat.
fn play(
    batch: &mut Batch,
    players: &mut Players<Tabletop>,
    tables: usize,
    limit: Option<u32>,
    stop: &AtomicBool,
) -> Vec<i8> {
    let decisions = |batch: &Batch, table| {
        let state = batch.world().get::<Table>(batch.table(table));
        state.expect("a table has a status").decisions
    };
    let until: Vec<u32> = (0..tables)
        .map(|table| limit.map_or(u32::MAX, |limit| decisions(batch, table).saturating_add(limit)))
        .collect();
    let mut values: Vec<Option<i8>> = vec![None; tables];
    while values.iter().any(Option::is_none) && !stop.load(Ordering::Relaxed) {
        batch.tick();
        players.answer(batch, 0..tables, stop);
        for table in 0..tables {
            let over = batch.status(table).has_ended();
            if values[table].is_some() || !over && decisions(batch, table) < until[table] {
                continue;
            }
            let entity = batch.table(table);
            let winner = match batch.status(table) {
                Status::Over => Tabletop::standing(batch.world(), entity).winner(),
                _ => None,
            };
            values[table] = Some(winner.map_or(0, |seat| if seat == 0 { 1 } else { -1 }));
            let mut state = batch.world_mut().get_mut::<Table>(entity);
            state.as_mut().expect("a table has a status").status = Status::Free;
        }
    }
    values.into_iter().flatten().collect()
}
