//! The files of scenarios, and the game that each is of.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use cardmill_harness::notation;
use serde::Deserialize;

use super::script::Script;
use crate::error::Error;
use crate::games::Game;

/// The field that tells the game of a file, whatever else it says.
#[derive(Deserialize)]
struct Header {
    #[serde(default)]
    game: Game,
}

/// A scenario file: one scenario, or a list of them, all of one game.
#[derive(Clone, Debug)]
pub struct File {
    /// The game of all scenarios in it.
    pub game: Game,
    /// The text, and the path it was read from.
    pub script: Script,
}

impl Deref for File {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.script
    }
}

impl File {
    /// Reads a file as far as to know its game.
    ///
    /// # Errors
    /// When it cannot be read, or is no scenario.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path)
            .map_err(|error| Error::file(path, error.to_string(), "a scenario file"))?;
        let script = Script::new(path, text);
        let headers: Vec<Header> = script.parsed(notation::parse_some)?;
        if headers.is_empty() {
            return Err(Error::file(path, "an empty list", "a scenario, or a list of scenarios"));
        }
        let mut games = headers.iter().map(|header| header.game);
        let game = games.next().unwrap_or_default();
        if games.any(|other| other != game) {
            return Err(Error::file(path, "scenarios of several games", "one game a file"));
        }
        Ok(Self { game, script })
    }
}

/// Every scenario file of a path: the file itself, or all `*.ron` below a folder, sorted.
///
/// # Errors
/// When there is none, a folder cannot be listed, or a file is no scenario.
pub fn files(path: &Path) -> Result<Vec<File>, Error> {
    let files = below(path)?;
    if files.is_empty() {
        return Err(Error::file(path, "no scenario", "a *.ron file, or a folder with some"));
    }
    Ok(files)
}

/// Every scenario file of a path, as [`files`]; there may be none.
///
/// # Errors
/// When a folder cannot be listed, or a file is no scenario.
pub fn below(path: &Path) -> Result<Vec<File>, Error> {
    let mut paths = Vec::new();
    collect(path, &mut BTreeSet::new(), &mut paths)?;
    paths.sort();
    paths.iter().map(|path| File::open(path)).collect()
}

/// Adds the scenario files in a folder. A folder that links lead to again is read once.
fn collect(
    path: &Path,
    read: &mut BTreeSet<PathBuf>,
    paths: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    if path.is_file() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let unreadable =
        |error: std::io::Error| Error::file(path, error.to_string(), "a scenario file or folder");
    if !read.insert(fs::canonicalize(path).map_err(unreadable)?) {
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, read, paths)?;
        } else if entry.extension().is_some_and(|e| e == "ron") {
            paths.push(entry);
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_folder_that_links_lead_to_again_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("one/two")).unwrap();
        fs::write(at("one/two/a.ron"), "(name: \"a\")").unwrap();
        symlink(".", at("one/self")).unwrap();
        symlink("../..", at("one/two/up")).unwrap();
        symlink("nowhere", at("one/nothing")).unwrap();
        let files = below(folder.path()).unwrap();
        assert_eq!(files.iter().map(|file| file.id()).collect::<Vec<_>>(), ["a"]);
        // One that is named is followed, and so is one to another folder.
        symlink("one", at("named")).unwrap();
        symlink("../one/two", at("one/other")).unwrap();
        assert_eq!(below(&at("named")).unwrap().len(), 1);
    }
}
