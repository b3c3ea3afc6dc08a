//! The decks a command is given: files, or folders of files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_unlimited::deck::{Deck, plain, ready};
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
    /// * a file is missing and no deck of that name comes with the cards;
    /// * decks are not legal, or have cards that are not defined (all of them are named);
    /// * a folder has no deck files;
    /// * there is only one deck and no field, or more than 65,535 decks.
    pub fn read(paths: &[PathBuf], field: &[PathBuf], library: &Library) -> Result<Self, Error> {
        let (files, field) = (files(paths, library)?, files(field, library)?);
        if files.len() < 2 && field.is_empty() {
            return Err(Error::Usage(format!(
                "{}: only one deck; expected two or more deck files, or a folder with them (the \
                 same file twice plays a deck against itself), or others to play --against",
                paths.first().map(|path| path.display().to_string()).unwrap_or_default(),
            )));
        }
        let mut places = BTreeMap::new();
        let mut distinct: Vec<(PathBuf, usize)> = Vec::new();
        let mut enter = |file: PathBuf| {
            let place = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
            let at = *places.entry(place).or_insert(distinct.len());
            match distinct.get_mut(at) {
                Some((_, times)) => *times += 1,
                None => distinct.push((file, 1)),
            }
            at
        };
        let own = files.into_iter().map(&mut enter).max().map_or(0, |last| last + 1);
        let opponents: BTreeSet<usize> = field.into_iter().map(enter).collect();
        let count = u16::try_from(distinct.len())
            .map_err(|_| Error::Usage("too many decks; expected at most 65535".into()))?;
        let (mut decks, mut bad) = (Vec::new(), Vec::new());
        for (file, _) in &distinct {
            match Deck::open(file, library) {
                Ok(deck) => decks.push(deck),
                Err(error) => bad.push(error),
            }
        }
        if !bad.is_empty() {
            return Err(Error::Decks(bad));
        }
        let labels = labels(&decks, distinct.iter().map(|(file, _)| file.as_path()));
        let plays = |a: u16, b: u16| match opponents.is_empty() {
            true => a < b || a == b && distinct[usize::from(a)].1 > 1,
            false => usize::from(a) < own && opponents.contains(&usize::from(b)),
        };
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let pairings = pairs.filter(|&(a, b)| plays(a, b)).collect();
        Ok(Self { decks, labels, own, pairings })
    }
}

/// Names for results: with the file where two are the same, and with a number where that is not
/// enough.
pub fn labels<'a>(decks: &[Deck], files: impl Iterator<Item = &'a Path>) -> Vec<Label> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for deck in decks {
        *times.entry(&deck.name).or_default() += 1;
    }
    let mut taken: BTreeSet<String> =
        times.iter().filter(|(_, times)| **times == 1).map(|(name, _)| (*name).into()).collect();
    let label = |(deck, file): (&Deck, &Path)| {
        let file = file.to_owned();
        if times[deck.name.as_str()] == 1 {
            return Label { name: deck.name.clone(), file };
        }
        let with_file = format!("{} ({})", deck.name, plain(&file.to_string_lossy()));
        let mut name = with_file.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{with_file} {number}");
            number += 1;
        }
        Label { name, file }
    };
    decks.iter().zip(files).map(label).collect()
}

/// The files among `paths`, the deck files in the folders among them, by name, and names of decks
/// that come with the cards.
///
/// # Errors
///
/// When something is neither, or a folder cannot be read or has no deck files.
pub fn files(paths: &[PathBuf], library: &Library) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(in_folder(path)?);
        } else if path.exists() || ready(path, library).is_some() {
            files.push(path.clone());
        } else {
            let stem = |(file, _): &(PathBuf, String)| {
                file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
            };
            let names: Vec<String> = library.supplement.decks.iter().map(stem).collect();
            let or =
                if names.is_empty() { String::new() } else { format!(", or {}", names.join(", ")) };
            let expected = format!("a deck file, a folder with deck files (*.json, *.txt){or}");
            return Err(Error::file(path, "no such file or folder", expected));
        }
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    const EXPECTED: &str = "a folder with deck files (*.json, *.txt)";
    let unreadable =
        |error: std::io::Error| Error::file(folder, format!("cannot be read: {error}"), EXPECTED);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_deck = path.extension().is_some_and(|end| end == "json" || end == "txt");
        if is_deck && path.is_file() {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(Error::file(folder, "no deck files in this folder", EXPECTED));
    }
    files.sort();
    Ok(files)
}
