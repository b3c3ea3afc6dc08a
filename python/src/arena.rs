//! The arena for Python: many games at once, whose decisions are answered there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardmill::arena::{self, Copied, Player, Reward, Seating, Settings};
use cardmill::cli::setups::Given;
use cardmill::games::Game;
use cardmill::policy;
use cardmill::record::{End, hex};
use cardmill_harness::agent::Agent;
use cardmill_harness::observation::{Encoder, Level, Misfit};
use cardmill_harness::play::{Play, SEATS};
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::driver::Tabletop;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{Buffers, Sheet};
use crate::cards::{edited, encoder};
use crate::run::limit;
use crate::{raised, refused, watched};

/// Tables by the hundred; `cardmill.Arena` is the class to use.
#[pyclass(module = "cardmill._cardmill")]
pub(crate) struct Arena {
    /// Python gives its objects memory at multiples of 16 bytes, which is not enough for an arena.
    arena: Box<arena::Arena<Tabletop>>,
    encoder: Encoder<Unlimited>,
    level: Level,
    /// Agents by name: a policy is read once.
    agents: BTreeMap<String, Agent>,
    moves: bool,
}

/// A game that has ended.
#[pyclass(module = "cardmill", frozen, get_all)]
pub(crate) struct Ended {
    /// The number of the table.
    table: u32,
    /// Number of the game.
    game: u64,
    /// The decks by seat; none where it began from a position.
    decks: Vec<String>,
    /// The agents that played, by seat; None where it was somebody outside.
    agents: Vec<Option<String>>,
    /// The seat that went first.
    first: u8,
    /// The seat that won; None if nobody did.
    winner: Option<u8>,
    /// "over" by the rules, "cut" by a limit, "quarantined" by a fault of the engine.
    reason: &'static str,
    /// The reward that each seat got since its last row.
    rewards: Vec<f32>,
    /// The score of each seat.
    scores: Vec<i16>,
    /// The number of decisions of each seat that were handed out.
    asked: Vec<u32>,
    /// Rounds that were begun.
    rounds: u16,
    /// Decisions of all players.
    decisions: u32,
    /// The digest of the game.
    digest: String,
}

#[pymethods]
impl Ended {
    fn __repr__(&self) -> String {
        let Self { table, game, decks, winner, reason, .. } = self;
        let winner = winner.map_or("None".to_owned(), |seat| seat.to_string());
        format!(
            "Ended(table={table}, game={game}, decks={decks:?}, winner={winner}, reason={reason:?})"
        )
    }
}

/// By the names that Python has for them.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    match name {
        "seat" => Ok(Level::Seat),
        "public" => Ok(Level::Public),
        "omniscient" => Ok(Level::Omniscient),
        _ => Err(refused(format!("level {name:?}; expected seat, public or omniscient"))),
    }
}

/// A seat: nothing for somebody outside, or agents by name with their weights.
type Seated = Option<Vec<(String, u32)>>;

/// The agent of this name. A policy is read.
pub(crate) fn named(name: &str) -> Result<Agent, String> {
    if cfg!(not(feature = "onnx")) && policy::is_policy(name) {
        return Err(format!(
            "{name}: this package was built without policies; expected one that was installed by `pip \
             install ./python --config-settings=build-args=\"--features onnx\"`"
        ));
    }
    policy::agent(Game::Unlimited.host(), name)
}

/// The name of an agent in short: usual parameters are left out. A policy is read.
#[pyfunction]
pub(crate) fn agent(name: &str) -> PyResult<String> {
    named(name).map(|agent| agent.to_string()).map_err(refused)
}

fn seating(
    seats: Vec<Seated>,
    moves: bool,
    agents: &mut BTreeMap<String, Agent>,
) -> PyResult<Seating> {
    if seats.len() > SEATS {
        return Err(refused(format!("{} seats; there can be 2", seats.len())));
    }
    let mut known = |(name, weight): (String, u32)| {
        let agent = match agents.get(&name) {
            Some(agent) => *agent,
            None => named(&name).map_err(refused)?,
        };
        agents.insert(name, agent);
        Ok((agent, weight))
    };
    let mut player = |seated: Seated| match seated {
        None => Ok(Player::Outside),
        Some(pool) => pool.into_iter().map(&mut known).collect::<PyResult<_>>().map(Player::Pool),
    };
    let players = seats.into_iter().map(&mut player).collect::<PyResult<_>>()?;
    Ok(Seating { players, moves })
}

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(signature = (
        decks, against, *, edits, tables, seed, threads, batch, seats, moves, score, actions, history,
        rounds, decisions, games, holds, level,
    ))]
    fn new(
        decks: Vec<PathBuf>,
        against: Vec<PathBuf>,
        edits: Vec<String>,
        tables: usize,
        seed: u64,
        threads: usize,
        batch: usize,
        seats: Vec<Seated>,
        moves: bool,
        score: bool,
        actions: usize,
        history: usize,
        rounds: Option<u16>,
        decisions: Option<u32>,
        games: Option<u64>,
        holds: bool,
        level: &str,
    ) -> PyResult<Self> {
        let catalogue = edited(&edits)?;
        let given = Given::read(&decks, &against, None, &catalogue).map_err(raised)?;
        let mut agents = BTreeMap::new();
        let settings = Settings {
            tables,
            seed,
            threads,
            batch,
            seating: seating(seats, moves, &mut agents)?,
            reward: if score { Reward::Score } else { Reward::Win },
            actions,
            history,
            rounds: limit(rounds),
            decisions,
            games,
            holds,
        };
        let arena = arena::Arena::new(catalogue, given.setups, settings).map_err(raised)?;
        let arena = Box::new(arena);
        Ok(Self { arena, encoder: encoder()?, level: self::level(level)?, agents, moves })
    }

    /// Seats these from here on.
    fn seat(&mut self, seats: Vec<Seated>) -> PyResult<()> {
        self.arena.seat(seating(seats, self.moves, &mut self.agents)?).map_err(raised)
    }

    /// The most rows that a batch can have.
    fn most_rows(&self) -> usize {
        self.arena.most_rows()
    }

    /// The next batch; how many rows it has.
    fn recv(&mut self, py: Python<'_>, buffers: &mut Buffers) -> PyResult<usize> {
        let (rows, heard) = self.watched(py, |arena| arena.recv().map(<[_]>::len));
        if heard.is_err() && rows.as_ref().is_ok_and(|rows| *rows > 0) {
            self.arena.hand_back();
        }
        heard?;
        rows.map_err(raised)?;
        self.told(py, buffers, None)
    }

    /// Writes the rows of the last batch once more, to other arrays.
    fn tell(&mut self, py: Python<'_>, buffers: &mut Buffers) -> PyResult<usize> {
        self.told(py, buffers, None)
    }

    /// Begins the next games at these tables of the last batch, and writes their rows again.
    fn begin(
        &mut self,
        py: Python<'_>,
        mut tables: Vec<u32>,
        buffers: &mut Buffers,
    ) -> PyResult<usize> {
        tables.sort_unstable();
        let (begun, heard) = self.watched(py, |arena| arena.begin(&tables).map(drop));
        heard?;
        begun.map_err(raised)?;
        self.told(py, buffers, Some(&tables))
    }

    /// Copies games of the last batch onto other tables of it, and writes the rows of these again:
    /// exactly, with other random numbers by a key, or in a world that a seat cannot rule out.
    fn copy(
        &mut self,
        py: Python<'_>,
        pairs: Vec<(u32, u32)>,
        seat: Option<u8>,
        key: Option<u64>,
        buffers: &mut Buffers,
    ) -> PyResult<usize> {
        let how = match (seat, key) {
            (None, None) => Copied::Exactly,
            (None, Some(key)) => Copied::Afresh(key),
            (Some(seat), key) => Copied::World(seat, key.unwrap_or_default()),
        };
        py.detach(|| self.arena.copy(&pairs, how).map(drop)).map_err(raised)?;
        let mut tables: Vec<u32> = pairs.into_iter().map(|(_, to)| to).collect();
        tables.sort_unstable();
        self.told(py, buffers, Some(&tables))
    }

    /// The arena as bytes, with what else is to be found there.
    fn save<'py>(&mut self, py: Python<'py>, notes: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (bytes, heard) = self.watched(py, |arena| arena.save(notes));
        heard?;
        Ok(PyBytes::new(py, &bytes.map_err(raised)?))
    }

    /// An arena that was saved, and what was found with it.
    #[staticmethod]
    fn load(
        py: Python<'_>,
        data: &[u8],
        edits: Vec<String>,
        threads: Option<usize>,
    ) -> PyResult<(Self, String)> {
        let catalogue = edited(&edits)?;
        let loaded = py.detach(|| arena::Arena::<Tabletop>::load(catalogue, data, threads, named));
        let (arena, notes) = loaded.map_err(raised)?;
        let arena = Box::new(arena);
        let moves = arena.settings().seating.moves;
        let (encoder, level, agents) = (encoder()?, Level::Seat, BTreeMap::new());
        Ok((Self { arena, encoder, level, agents, moves }, notes))
    }

    /// Observations are of this level from here on.
    fn show(&mut self, level: &str) -> PyResult<()> {
        self.level = self::level(level)?;
        Ok(())
    }

    /// Answers the oldest batch.
    fn send(&mut self, py: Python<'_>, choices: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        let choices = choices.as_slice()?;
        py.detach(|| self.arena.send(choices)).map_err(raised)
    }

    /// Choices for the oldest batch, as an agent makes them.
    fn draw<'py>(&mut self, py: Python<'py>, agent: &str) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let agent = Tabletop::agent(agent).map_err(refused)?;
        let drawn = py.detach(|| self.arena.draw(agent)).map_err(raised)?;
        Ok(PyArray1::from_vec(py, drawn))
    }

    /// Choices for the oldest batch by logits [n, any], or one for each option [sum], and the
    /// logarithms of their probabilities.
    fn draw_by<'py>(
        &self,
        py: Python<'py>,
        logits: PyReadonlyArrayDyn<'_, f32>,
        temperature: f32,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f32>>)> {
        let width = match *logits.shape() {
            [_] => None,
            [_, width] => Some(width),
            _ => return Err(refused("expected logits [n, any], or one for each option [sum]")),
        };
        let logits = logits.as_slice()?;
        let drawn = py.detach(|| self.arena.draw_by(logits, width, temperature)).map_err(raised)?;
        let options = drawn.iter().map(|drawn| drawn.option).collect();
        let logarithms = drawn.iter().map(|drawn| drawn.log_probability).collect();
        Ok((PyArray1::from_vec(py, options), PyArray1::from_vec(py, logarithms)))
    }

    /// Begins anew with the first games of a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let (begun, heard) = self.watched(py, |arena| arena.reset(seed));
        heard?;
        begun.map_err(raised)
    }

    /// The games that ended since this was last asked.
    fn ended(&mut self) -> Vec<Ended> {
        let ended = self.arena.take_ended();
        let entries = &self.arena.setups().entries;
        let tell = |ended: arena::Ended| {
            let record = ended.record;
            let pair = record.setup.pairing().unwrap_or_default();
            let decks = match record.setup.pairing() {
                Some(_) => pair.map(|deck| entries[usize::from(deck)].name().to_owned()).into(),
                None => Vec::new(),
            };
            Ended {
                table: ended.table,
                game: record.index,
                decks,
                agents: ended.agents.iter().map(|a| a.as_ref().map(ToString::to_string)).collect(),
                first: record.first,
                winner: record.standing.winner().filter(|_| record.end == End::Over),
                reason: match record.end {
                    End::Over => "over",
                    End::Cut => "cut",
                    End::Quarantined => "quarantined",
                },
                rewards: ended.rewards.to_vec(),
                scores: record.standing.scores.to_vec(),
                asked: ended.asked.to_vec(),
                rounds: record.rounds,
                decisions: record.decisions,
                digest: hex(record.digest),
            }
        };
        ended.into_iter().map(tell).collect()
    }

    /// The number of games that were played in order from the first on, and the digest that a run
    /// of them prints.
    fn digest(&self) -> (u64, String) {
        let (games, digest) = self.arena.digest();
        (games, hex(digest))
    }

    /// Decisions of the games that have ended.
    fn decisions(&self) -> u64 {
        self.arena.decisions()
    }
}

impl Arena {
    /// Does what takes long where an agent thinks long. What came of it, and what was heard meanwhile.
    fn watched<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut arena::Arena<Tabletop>) -> T + Send,
    ) -> (T, PyResult<()>) {
        let arena = &mut *self.arena;
        if arena.thinks() {
            let stop = arena.stop();
            watched(py, &stop, || work(arena))
        } else {
            (py.detach(|| work(arena)), Ok(()))
        }
    }

    /// Writes the rows of the last batch, and the observations of all or of some tables in order.
    fn told(
        &mut self,
        py: Python<'_>,
        buffers: &mut Buffers,
        tables: Option<&[u32]>,
    ) -> PyResult<usize> {
        let Self { arena, encoder, level, .. } = self;
        let rows = arena.last();
        let count = rows.len();
        let chosen = |table| tables.is_none_or(|tables| tables.binary_search(&table).is_ok());
        let numbers: Vec<usize> = (0..count).filter(|at| chosen(rows[*at].table)).collect();
        buffers.write(py, rows)?;
        let mut see = |level: Level, sheet: Sheet<'_, '_>| match sheet {
            Sheet::Padded(arrays) => {
                let numbers = numbers.iter().copied();
                py.detach(|| arena.observe(numbers, encoder, level, arrays)).map_err(raised)
            }
            Sheet::Packed(arrays) => {
                py.detach(|| arena.pack(encoder, level, arrays)).map_err(|misfit| match misfit {
                    Misfit::Full(_) => PyBufferError::new_err(misfit.to_string()),
                    _ => refused(misfit),
                })
            }
        };
        buffers.observe(py, |sheet| see(*level, sheet))?;
        buffers.criticise(py, |sheet| see(Level::Omniscient, sheet))?;
        Ok(count)
    }
}
