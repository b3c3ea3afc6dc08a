//! The arena.

use std::path::PathBuf;

use cardmill::arena::{self, Player, Reward, Seating, Settings};
use cardmill::cli::setups::Given;
use cardmill::policy;
use cardmill::record::{End, hex};
use cardmill_harness::observation::{Encoder, Level};
use cardmill_harness::play::{Entry, Play};
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::driver::Tabletop;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::arrays::Buffers;
use crate::cards::{catalogue, encoder};
use crate::{raised, refused};

/// Tables by the hundred; `cardmill.Arena` is the class to use.
#[pyclass(module = "cardmill._cardmill")]
pub(crate) struct Arena {
    arena: arena::Arena<Tabletop>,
    encoder: Encoder<Unlimited>,
    level: Level,
}

/// A game that has ended.
#[pyclass(module = "cardmill", frozen, get_all)]
pub(crate) struct Ended {
    /// The table.
    table: u32,
    /// Number of the game.
    game: u64,
    /// The decks by seat; none where it began from a position.
    decks: Vec<String>,
    /// Who played, by seat; None where it was somebody outside.
    agents: Vec<Option<String>>,
    /// Who went first.
    first: u8,
    /// Who won; None if nobody did.
    winner: Option<u8>,
    /// "over" by the rules, "cut" by a limit, "quarantined" by a fault of the engine.
    reason: &'static str,
    /// What each seat got since its last row.
    rewards: Vec<f32>,
    /// The score of each seat.
    scores: Vec<i16>,
    /// How many decisions of each seat were handed out.
    asked: Vec<u32>,
    /// Rounds begun.
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

fn player(seated: Seated) -> PyResult<Player> {
    let Some(pool) = seated else { return Ok(Player::Outside) };
    let agent = |(name, weight): (String, u32)| {
        policy::agent::<Tabletop>(&name).map(|agent| (agent, weight)).map_err(refused)
    };
    pool.into_iter().map(agent).collect::<PyResult<_>>().map(Player::Pool)
}

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(signature = (
        decks, against, *, tables, seed, threads, batch, seats, moves, score, actions, rounds,
        decisions, games, holds, level,
    ))]
    fn new(
        decks: Vec<PathBuf>,
        against: Vec<PathBuf>,
        tables: usize,
        seed: u64,
        threads: usize,
        batch: usize,
        seats: Vec<Seated>,
        moves: bool,
        score: bool,
        actions: usize,
        rounds: Option<u16>,
        decisions: Option<u32>,
        games: Option<u64>,
        holds: bool,
        level: &str,
    ) -> PyResult<Self> {
        let catalogue = catalogue()?;
        let given = Given::<Tabletop>::read(&decks, &against, None, catalogue).map_err(raised)?;
        if seats.len() > cardmill_harness::play::SEATS {
            return Err(refused(format!("{} seats; there can be 2", seats.len())));
        }
        let players = seats.into_iter().map(player).collect::<PyResult<_>>()?;
        let settings = Settings {
            tables,
            seed,
            threads,
            batch,
            seating: Seating { players, moves },
            reward: if score { Reward::Score } else { Reward::Win },
            actions,
            rounds,
            decisions,
            games,
            holds,
        };
        let arena = arena::Arena::new(catalogue.clone(), given.setups, settings).map_err(raised)?;
        Ok(Self { arena, encoder: encoder()?, level: self::level(level)? })
    }

    /// The most rows that a batch can have.
    fn most_rows(&self) -> usize {
        self.arena.most_rows()
    }

    /// The next batch; how many rows it has.
    fn recv(&mut self, py: Python<'_>, buffers: &mut Buffers) -> PyResult<usize> {
        let rows = py.detach(|| self.arena.recv().map(<[_]>::len)).map_err(raised)?;
        if rows == 0 { Ok(0) } else { self.told(py, buffers, None) }
    }

    /// Begins the next games at these tables of the last batch, and writes their rows again.
    fn begin(
        &mut self,
        py: Python<'_>,
        mut tables: Vec<u32>,
        buffers: &mut Buffers,
    ) -> PyResult<usize> {
        tables.sort_unstable();
        py.detach(|| self.arena.begin(&tables).map(drop)).map_err(raised)?;
        self.told(py, buffers, Some(&tables))
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

    /// Choices for the oldest batch by logits, and the logarithms of their probabilities.
    fn draw_by<'py>(
        &self,
        py: Python<'py>,
        logits: PyReadonlyArray2<'_, f32>,
        temperature: f32,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f32>>)> {
        let width = logits.shape()[1];
        let logits = logits.as_slice()?;
        let drawn = py.detach(|| self.arena.draw_by(logits, width, temperature)).map_err(raised)?;
        let options = drawn.iter().map(|drawn| drawn.option).collect();
        let logarithms = drawn.iter().map(|drawn| drawn.log_probability).collect();
        Ok((PyArray1::from_vec(py, options), PyArray1::from_vec(py, logarithms)))
    }

    /// Begins anew with the first games of a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) {
        py.detach(|| self.arena.reset(seed));
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

    /// How many games were played in order from the first on, and the digest that a run of them
    /// prints.
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
    /// Writes the rows of the last batch, and the observations of all or of some tables in order.
    fn told(
        &mut self,
        py: Python<'_>,
        buffers: &mut Buffers,
        tables: Option<&[u32]>,
    ) -> PyResult<usize> {
        let Self { arena, encoder, level } = self;
        let rows = arena.last();
        let count = rows.len();
        let chosen = |table| tables.is_none_or(|tables| tables.binary_search(&table).is_ok());
        let numbers: Vec<usize> = (0..count).filter(|at| chosen(rows[*at].table)).collect();
        buffers.write(py, rows)?;
        buffers.observe(py, |arrays| {
            py.detach(|| arena.observe(numbers, encoder, *level, arrays)).map_err(raised)
        })?;
        Ok(count)
    }
}
