//! The decks a command is given: files, or folders of files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::Library;

use crate::error::Error;
use crate::output::Label;

/// Decks and who plays whom.
#[derive(Debug)]
pub struct Decks {
    /// The decks, each file once, in the order given.
    pub decks: Vec<Deck>,
    /// What results call them, in the same order.
    pub labels: Vec<Label>,
    /// How many of them, from the first on, play against others; all when everyone plays everyone.
    pub own: usize,
    /// Pairs of indices into the decks.
    pub pairings: Vec<(u16, u16)>,
}

impl Decks {
    /// Reads the decks and pairs each with every other one, and with itself when it was given
    /// more than once. Where there is a field to play against, each is paired with every deck of
    /// the field and with no other.
    ///
    /// # Errors
    ///
    /// * a file is missing, or is no legal deck of known cards;
    /// * a folder has no deck files;
    /// * there is only one deck and no field, or more than 65,535 decks.
    pub fn read(paths: &[PathBuf], field: &[PathBuf], library: &Library) -> Result<Self, Error> {
        let (files, field) = (files(paths)?, files(field)?);
        if files.len() < 2 && field.is_empty() {
            return Err(Error::Usage(format!(
                "{}: only one deck; expected two or more deck files, or a folder with them (the \
                 same file twice plays a deck against itself), or others to play --against",
                paths.first().map(|path| path.display().to_string()).unwrap_or_default(),
            )));
        }
        let mut distinct: Vec<(PathBuf, PathBuf, usize)> = Vec::new();
        let mut enter = |file: PathBuf| {
            let place = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
            let known = distinct.iter().position(|known| known.0 == place);
            let at = known.unwrap_or(distinct.len());
            match distinct.get_mut(at) {
                Some(known) => known.2 += 1,
                None => distinct.push((place, file, 1)),
            }
            at
        };
        let own = files.into_iter().map(&mut enter).max().map_or(0, |last| last + 1);
        let opponents: BTreeSet<usize> = field.into_iter().map(enter).collect();
        let count = u16::try_from(distinct.len())
            .map_err(|_| Error::Usage("too many decks; expected at most 65535".into()))?;
        let decks = distinct
            .iter()
            .map(|(_, file, _)| Ok(Deck::read(file, library)?))
            .collect::<Result<Vec<_>, Error>>()?;
        let labels = labels(&decks, distinct.iter().map(|(_, file, _)| file.as_path()));
        let plays = |a: u16, b: u16| match opponents.is_empty() {
            true => a < b || a == b && distinct[usize::from(a)].2 > 1,
            false => usize::from(a) < own && opponents.contains(&usize::from(b)),
        };
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let pairings = pairs.filter(|&(a, b)| plays(a, b)).collect();
        Ok(Self { decks, labels, own, pairings })
    }
}

/// Names for results: without control characters, and with the file where two are the same.
pub fn labels<'a>(decks: &[Deck], files: impl Iterator<Item = &'a Path>) -> Vec<Label> {
    let clean = |name: &str, file: &Path| {
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        match name.trim() {
            "" => file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            name => name.to_owned(),
        }
    };
    let plain: Vec<Label> = decks
        .iter()
        .zip(files)
        .map(|(deck, file)| Label { name: clean(&deck.name, file), file: file.to_owned() })
        .collect();
    let shared = |name: &str| plain.iter().filter(|label| label.name == name).count() > 1;
    plain
        .iter()
        .map(|label| {
            let name = if shared(&label.name) {
                format!("{} ({})", label.name, label.file.display())
            } else {
                label.name.clone()
            };
            Label { name, file: label.file.clone() }
        })
        .collect()
}

/// The files among `paths` and the deck files in the folders among them, by name.
///
/// # Errors
///
/// When a file or folder is missing, or a folder cannot be read or has no deck files.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    const EXPECTED: &str = "a deck file, or a folder with deck files (*.json)";
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(in_folder(path)?);
        } else if !path.exists() {
            return Err(Error::file(path, "no such file or folder", EXPECTED));
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    const EXPECTED: &str = "a folder with deck files (*.json)";
    let unreadable =
        |error: std::io::Error| Error::file(folder, format!("cannot be read: {error}"), EXPECTED);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "json") && path.is_file() {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(Error::file(folder, "no deck files in this folder", EXPECTED));
    }
    files.sort();
    Ok(files)
}
