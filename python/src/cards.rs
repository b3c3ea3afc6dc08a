//! The cards, and what is known of them.

use std::sync::OnceLock;

use cardmill::cards::BUILT_IN;
use cardmill::experiment::variant;
use cardmill::games::Game;
use cardmill::host::Catalogue;
use cardmill_harness::observation::Encoder;
use cardmill_harness::play::Play;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::driver::Tabletop;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::{raised, refused};

/// The cards of the program; read once.
pub(crate) fn catalogue() -> PyResult<&'static Catalogue> {
    static CATALOGUE: OnceLock<Result<Catalogue, String>> = OnceLock::new();
    let loaded = CATALOGUE.get_or_init(|| Game::Unlimited.host().load(&BUILT_IN));
    loaded.as_ref().map_err(|error| PyRuntimeError::new_err(error.clone()))
}

/// The cards after edits, as `cardmill whatif` takes them.
pub(crate) fn edited(edits: &[String]) -> PyResult<Catalogue> {
    let edited = variant::edited(catalogue()?.clone(), edits).map_err(raised)?;
    Ok(edited.catalogue)
}

pub(crate) fn encoder() -> PyResult<Encoder<Unlimited>> {
    Tabletop::encoder().map_err(refused)
}

/// The version of the program, and the digest of its cards.
#[pyfunction]
pub(crate) fn version() -> PyResult<(&'static str, String)> {
    let cards = catalogue()?.digest();
    Ok((env!("CARGO_PKG_VERSION"), cardmill::record::hex(cards)))
}

/// The names of the decks that are played where none is named.
#[pyfunction]
pub(crate) fn decks() -> PyResult<Vec<String>> {
    Ok(catalogue()?.shelves().into_iter().next().map(|shelf| shelf.entries).unwrap_or_default())
}

/// The schema of observations as JSON, and its digest.
#[pyfunction]
pub(crate) fn schema() -> PyResult<(String, String)> {
    let schema = encoder()?.schema;
    let told = serde_json::to_string(&schema).expect("a schema is plain data");
    Ok((told, cardmill::record::hex(schema.digest())))
}

/// The printed facts of the cards: ids, names, texts and rows of numbers by the index of cards.
#[pyfunction]
pub(crate) fn facts(
    py: Python<'_>,
    edits: Vec<String>,
) -> PyResult<(Vec<String>, Vec<String>, Vec<String>, Py<PyAny>)> {
    let facts = edited(&edits)?.facts().map_err(refused)?;
    let width = facts.rows.len() / facts.ids.len().max(1);
    let rows = PyArray1::from_vec(py, facts.rows).reshape([facts.ids.len(), width])?;
    Ok((facts.ids, facts.names, facts.texts, rows.into_any().unbind()))
}
