//! Entries of players, as files of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::json::pretty;
use super::part::Draft;
use crate::error::Error;

/// Makes the folder, if it is not there, for files of these names.
///
/// # Errors
///
/// When it cannot be made, or there is such a file in it: nothing is written over.
pub fn folder(path: &Path, names: impl IntoIterator<Item = String>) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| {
        Error::file(path, error.to_string(), "a folder that decks can be written to")
    })?;
    let mut files = names.into_iter().map(|name| file(path, &name));
    files.find(|file| file.exists()).map_or(Ok(()), |file| {
        let problem = "it is there already, and would be written over";
        Err(Error::file(&file, problem, "another folder, or this one without it"))
    })
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

/// Writes what the file of an entry says to one of the folder, `name`.json.
///
/// # Errors
///
/// As [`Draft::create`] and [`Draft::fill`].
pub fn write(folder: &Path, name: &str, entry: &Value) -> Result<(), Error> {
    Draft::create(&file(folder, name), &["json"])?.fill(pretty(entry))
}
