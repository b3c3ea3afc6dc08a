//! Games of a run, played in native code.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use arrayvec::ArrayVec;
use cardmill::batch::{self, MOST_THREADS};
use cardmill::cards::BUILT_IN;
use cardmill::cli::run::cores;
use cardmill::cli::setups::Given;
use cardmill::error::Error;
use cardmill::output::games;
use cardmill::output::manifest::Manifest;
use cardmill::output::rows::RowsFile;
use cardmill::record::{End, GameRecord, RunDigest, hex};
use cardmill::setup::{Settings, Setup};
use cardmill_harness::play::SEATS;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arena::named;
use crate::cards::edited;
use crate::{PATIENCE, raised, refused};

/// The most games that are taken in before that is asked.
const AT_ONCE: usize = 1024;

/// Games column by column.
#[derive(Default)]
struct Columns {
    game: Vec<u64>,
    /// By seat, one game after another.
    decks: Vec<u16>,
    first: Vec<u8>,
    winner: Vec<i8>,
    /// By seat, one game after another.
    scores: Vec<i16>,
    rounds: Vec<u16>,
    decisions: Vec<u32>,
    cut: Vec<bool>,
    quarantined: Vec<bool>,
    digest: Vec<u64>,
}

impl Columns {
    fn add(&mut self, game: &GameRecord) {
        self.game.push(game.index);
        self.decks.extend(match &game.setup {
            &Setup::Position { position, .. } => [position; 2],
            pair => pair.pairing().expect("two decks meet"),
        });
        self.first.push(game.first);
        self.winner.push(game.standing.winner().map_or(-1, |seat| seat as i8));
        let scores = &game.standing.scores;
        self.scores.extend((0..2).map(|seat| scores.get(seat).copied().unwrap_or_default()));
        self.rounds.push(game.rounds);
        self.decisions.push(game.decisions);
        self.cut.push(game.end == End::Cut);
        self.quarantined.push(game.end == End::Quarantined);
        self.digest.push(game.digest);
    }

    /// By the names that Python has for them.
    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("game", PyArray1::from_vec(py, self.game))?;
        all.set_item("decks", PyArray1::from_vec(py, self.decks))?;
        all.set_item("first", PyArray1::from_vec(py, self.first))?;
        all.set_item("winner", PyArray1::from_vec(py, self.winner))?;
        all.set_item("scores", PyArray1::from_vec(py, self.scores))?;
        all.set_item("rounds", PyArray1::from_vec(py, self.rounds))?;
        all.set_item("decisions", PyArray1::from_vec(py, self.decisions))?;
        all.set_item("cut", PyArray1::from_vec(py, self.cut))?;
        all.set_item("quarantined", PyArray1::from_vec(py, self.quarantined))?;
        all.set_item("digest", PyArray1::from_vec(py, self.digest))?;
        Ok(all)
    }
}

/// Rounds after which games are over as they stand; 0 is no limit, as on the command line.
pub(crate) fn limit(rounds: Option<u16>) -> Option<u16> {
    rounds.filter(|rounds| *rounds > 0)
}

/// Plays so many games of a seed from one on. Returns what the decks or positions are called, who
/// plays, and the games by columns; with `out` it also writes them as `cardmill simulate` does.
#[pyfunction]
#[pyo3(signature = (decks, against, *, agents, edits, games, first, seed, threads, tables, rounds, out))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    decks: Vec<PathBuf>,
    against: Vec<PathBuf>,
    agents: Vec<String>,
    edits: Vec<String>,
    games: u64,
    first: u64,
    seed: u64,
    threads: Option<usize>,
    tables: usize,
    rounds: Option<u16>,
    out: Option<PathBuf>,
) -> PyResult<(Vec<String>, Vec<String>, Bound<'py, PyDict>)> {
    let catalogue = &edited(&edits)?;
    let Given { setups, labels, .. } =
        Given::read(&decks, &against, None, catalogue).map_err(raised)?;
    let agents = agents.iter().take(SEATS).map(|name| named(name).map_err(refused));
    let agents: ArrayVec<_, SEATS> = agents.collect::<PyResult<_>>()?;
    if agents.len() != 2 {
        return Err(refused(format!("{} agents; expected one for each of 2 seats", agents.len())));
    }
    let threads = threads.unwrap_or_else(cores);
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(refused(format!("{threads} threads; expected 1 to {MOST_THREADS}")));
    }
    if tables == 0 {
        return Err(refused("0 tables; expected 1 at least"));
    }
    let end = first.checked_add(games).ok_or_else(|| refused("games beyond the last number"))?;
    let all = setups.list.len() as u64;
    let settings = Settings {
        games: end.div_ceil(all),
        seed,
        threads,
        batch: tables,
        agents,
        rounds: limit(rounds),
    };
    let manifest = Manifest {
        edits,
        first_game: first,
        ..Manifest::new((catalogue, &BUILT_IN), &setups, &labels, &settings, games)
    };
    let file = out.map(|path| RowsFile::create(&path, games::sheet(&manifest)));
    let mut file = file.transpose().map_err(raised)?;

    let stop = AtomicBool::new(false);
    let mut columns = Columns::default();
    let mut digest = RunDigest::default();
    let mut ended = Ok(());
    std::thread::scope(|scope| {
        let (send, mut receive) = channel();
        let (setups, settings, stop) = (&setups, &settings, &stop);
        let worker = scope.spawn(move || {
            batch::play(catalogue, setups, settings, first..end, stop, &mut |game| {
                // Somebody listens until there is nothing more to be told.
                let _ = send.send(game);
            })
        });
        loop {
            let played = match py.detach(|| drained(&mut receive)) {
                Ok(played) => played,
                Err(RecvTimeoutError::Timeout) => Vec::new(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            for game in played {
                columns.add(&game);
                digest.add(game.digest);
                if let Some(file) = &mut file
                    && ended.is_ok()
                {
                    ended = file.add(game).map_err(raised);
                }
            }
            if ended.is_ok() {
                ended = py.check_signals();
            }
            stop.fetch_or(ended.is_err(), Ordering::Relaxed);
        }
        worker.join().unwrap_or_else(|_| Err(Error::Engine("a thread of it broke down".into())))
    })
    .map_err(raised)?;
    ended?;
    if let Some(file) = file {
        file.finish(&manifest.played(games, &digest)).map_err(raised)?;
    }
    let names = labels.into_iter().map(|label| label.name).collect();
    let agents = settings.agents.iter().map(ToString::to_string).collect();
    Ok((names, agents, columns.told(py)?))
}

/// The games that have been played since, as soon as there are some.
fn drained(receive: &mut Receiver<GameRecord>) -> Result<Vec<GameRecord>, RecvTimeoutError> {
    let first = receive.recv_timeout(PATIENCE)?;
    Ok(std::iter::once(first).chain(receive.try_iter().take(AT_ONCE)).collect())
}

/// The digest of a run of games with these digests, in order.
#[pyfunction]
pub(crate) fn digest(digests: PyReadonlyArray1<'_, u64>) -> PyResult<String> {
    let mut run = RunDigest::default();
    digests.as_slice()?.iter().for_each(|&digest| run.add(digest));
    Ok(hex(run.value()))
}
