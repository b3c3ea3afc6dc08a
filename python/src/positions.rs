//! Positions of games that agents play, as arrays.

use std::sync::atomic::AtomicBool;

use cardmill::cards::BUILT_IN;
use cardmill::cli::run::cores;
use cardmill::cli::setups::lists;
use cardmill::positions::{Found, Meaning, Settings, play};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arena::named;
use crate::cards::catalogue;
use crate::{raised, refused, watched};

/// Plays so many games from one on and returns positions of them, by the names that the file of
/// `cardmill positions` has, and how each agent fared against the others: games won, and played.
#[pyfunction]
#[pyo3(signature = (decks, *, agents, games, first, seed, share, curious, threads, tables, exchanged = 0))]
pub(crate) fn positions<'py>(
    py: Python<'py>,
    decks: Vec<String>,
    agents: Vec<(String, u32)>,
    games: u64,
    first: u64,
    seed: u64,
    share: u32,
    curious: u32,
    threads: Option<usize>,
    tables: usize,
    exchanged: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let catalogue = catalogue()?;
    let entries = lists(&decks, usize::MAX, &BUILT_IN, catalogue).map_err(raised)?;
    let agent = |(name, weight): &(String, u32)| Ok((named(name).map_err(refused)?, *weight));
    let settings = Settings {
        seed,
        agents: agents.iter().map(agent).collect::<PyResult<_>>()?,
        exchanged,
        share,
        curious,
        threads: threads.unwrap_or_else(cores),
        tables,
    };
    let meaning = Meaning::of(catalogue).map_err(raised)?;
    let end = first.checked_add(games).ok_or_else(|| refused("games beyond the last number"))?;
    let stop = AtomicBool::new(false);
    let (found, heard) =
        watched(py, &stop, || play(catalogue, &entries, &settings, first..end, &stop, &|| ()));
    heard?;
    told(py, found.map_err(raised)?, meaning)
}

/// By the names that Python has for them.
fn told(py: Python<'_>, found: Found, meaning: Meaning) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    let Found { positions, scores, .. } = found;
    let [wide, of_table] = meaning.widths;
    let (count, rows, known) = (positions.counts.len(), positions.cards.len(), meaning.cards.len());
    let printed = meaning.printed.len() / known;
    all.set_item("counts", PyArray1::from_vec(py, positions.counts))?;
    all.set_item("row_cards", PyArray1::from_vec(py, positions.cards))?;
    all.set_item("entities", PyArray1::from_vec(py, positions.entities).reshape([rows, wide])?)?;
    let globals = PyArray1::from_vec(py, positions.globals).reshape([count, of_table])?;
    all.set_item("global_numbers", globals)?;
    all.set_item("outcomes", PyArray1::from_vec(py, positions.outcomes))?;
    all.set_item("games", PyArray1::from_vec(py, positions.games))?;
    all.set_item("seats", PyArray1::from_vec(py, positions.seats))?;
    all.set_item("decisions", PyArray1::from_vec(py, positions.decisions))?;
    let facts = PyArray1::from_vec(py, meaning.printed).reshape([known, printed])?;
    all.set_item("fact_numbers", facts)?;
    let scores: Vec<u64> = scores.iter().flat_map(|score| [score.won, score.games]).collect();
    let agents = scores.len() / 2;
    all.set_item("scores", PyArray1::from_vec(py, scores).reshape([agents, 2])?)?;
    all.set_item("cells", meaning.cells)?;
    all.set_item("facts", meaning.facts)?;
    all.set_item("globals", meaning.globals)?;
    all.set_item("cards", meaning.cards)?;
    all.set_item("schema", meaning.schema)?;
    Ok(all)
}
