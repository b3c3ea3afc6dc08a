//! What players enter, as files of a folder.

use std::fs;
use std::path::Path;

use cardmill_harness::play::Entry;

use super::json::pretty;
use super::part::Draft;
use crate::error::Error;

/// Makes the folder, if it is not there.
///
/// # Errors
///
/// When it cannot be made.
pub fn folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| {
        Error::file(path, error.to_string(), "a folder that decks can be written to")
    })
}

/// Writes an entry to a file of the folder, `name`.json.
///
/// # Errors
///
/// As [`Draft::create`] and [`Draft::fill`].
pub fn write<C>(
    folder: &Path,
    name: &str,
    entry: &impl Entry<C>,
    catalogue: &C,
) -> Result<(), Error> {
    let file = folder.join(format!("{name}.json"));
    Draft::create(&file, &["json"])?.fill(&pretty(&entry.written(catalogue)))
}
