//! The things that a command is given to play: entries such as decks, or positions; files, or folders of files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use arrayvec::ArrayVec;
use cardmill_harness::files::CardFiles;
use cardmill_harness::plain::plain;
use cardmill_harness::play::{SEATS, Shelf, Source};

use crate::engine::engine;
use crate::entry::Entry;
use crate::error::Error;
use crate::games::{self, Game};
use crate::host::{Catalogue, Host};
use crate::output::Label;
use crate::output::manifest::all_read;
use crate::played::Table;
use crate::scenario::format::File;
use crate::setup::{Setup, Setups};

/// The game that some files are about, or names of entries that come with the cards: the one that is
/// named, or that which a position, or what players enter, is of, or else the first of all.
///
/// # Errors
///
/// When a position cannot be read, a file is of another game, or is another thing of a game than what
/// it is played from.
pub fn game<'f>(
    named: Option<Game>,
    files: impl IntoIterator<Item = &'f PathBuf>,
) -> Result<Game, Error> {
    let files: Vec<&PathBuf> = files.into_iter().collect();
    let mut game = named;
    let mut one = |file: &Path, found: Game, noun: &str| {
        let expected = *game.get_or_insert(found);
        if found == expected {
            return Ok(());
        }
        Err(Error::file(file, format!("a {noun} of {found}"), format!("one of {expected}")))
    };
    for &file in &files {
        if is_position(file) {
            one(file, File::open(file)?.game, "position")?;
            continue;
        }
        for (file, text) in small_files(file) {
            kept(&file, &text)?;
            if let Some((found, noun)) = games::claimed(&text) {
                one(&file, found, noun)?;
            }
        }
    }
    let ready = |file: &&PathBuf| (!file.exists()).then(|| games::ready(&file.to_string_lossy()));
    Ok(game.or_else(|| files.iter().find_map(|file| ready(file).flatten())).unwrap_or_default())
}

/// Returns `true` if a file holds a position by its name, which ends in `.ron`.
#[must_use]
pub fn is_position(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "ron")
}

/// The size in bytes of a file that is too large to be an entry.
const LARGE: u64 = 1 << 20;

/// The file, or those in the folder, that could be entered, and what they say.
fn small_files(path: &Path) -> impl Iterator<Item = (PathBuf, String)> {
    let files = match fs::read_dir(path) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(_) => vec![path.to_owned()],
    };
    // A pipe can be read once, and nothing large is entered.
    let is_small =
        |file: &PathBuf| fs::metadata(file).is_ok_and(|of| of.is_file() && of.len() < LARGE);
    files.into_iter().filter(is_small).filter_map(|file| {
        let text = fs::read_to_string(&file).ok()?;
        Some((file, text))
    })
}

/// Refuses what players of a game keep in files, but what it is not played from.
fn kept(file: &Path, text: &str) -> Result<(), Error> {
    let Some((game, what)) = games::kept(text) else { return Ok(()) };
    let expected = format!("a position (*.ron, docs/{game}.md): nothing else begins {game}");
    Err(Error::file(file, format!("this is {what}"), expected))
}

/// Refuses positions of a game where a command is about what players enter; `about` says what it
/// does with that.
///
/// # Errors
///
/// When a file is of positions.
pub fn no_positions<'f>(
    game: &str,
    files: impl IntoIterator<Item = &'f PathBuf>,
    about: &str,
) -> Result<(), Error> {
    let position = files.into_iter().find(|file| is_position(file));
    position.map_or(Ok(()), |file| {
        let problem = format!("a position of {game}");
        Err(Error::file(file, problem, format!("decks: {about}")))
    })
}

/// Checks files as [`no_positions`] does, and refuses games that begin with nothing but positions, too.
///
/// # Errors
///
/// When a file is of positions, or the game knows no entries.
pub fn entered<'f>(
    game: &dyn Host,
    files: impl IntoIterator<Item = &'f PathBuf>,
    about: &str,
) -> Result<(), Error> {
    no_positions(game.name(), files, about)?;
    if game.endings().is_empty() {
        let problem = "it is played without decks, from positions alone";
        return Err(Error::Usage(format!("--game {}: {problem}; {about}", game.name())));
    }
    Ok(())
}

/// The setups that a command is given to play, with their names in results.
pub struct Given {
    /// The entries or positions, and the tables that they make.
    pub setups: Setups,
    /// The names of entries or positions in results, in their order.
    pub labels: Vec<Label>,
    /// The number of entries, from the first on, that play against the others; all of them when everyone plays
    /// everyone.
    pub own: usize,
}

impl Given {
    /// Reads positions, or entries and how they are paired.
    ///
    /// # Errors
    ///
    /// * a file that cannot be read, or is neither a position nor an entry of the game;
    /// * there are both, or positions and how they are to be paired, or no positions of a game that
    ///   begins with nothing else.
    pub fn read(
        given: &[PathBuf],
        field: &[PathBuf],
        seats: Option<usize>,
        catalogue: &Catalogue,
    ) -> Result<Self, Error> {
        let game = catalogue.game();
        let all = || given.iter().chain(field);
        let Some(position) = all().find(|file| is_position(file)) else {
            if let Some(file) = given.first().filter(|_| game.endings().is_empty()) {
                let expected = format!("a position (*.ron): nothing else begins {}", game.name());
                return Err(Error::file(file, "no position", expected));
            }
            return Self::entries(given, field, seats.unwrap_or(2), catalogue);
        };
        match all().find(|file| !is_position(file)) {
            Some(other) => {
                let problem = format!("no position, as {} is", position.display());
                Err(Error::file(other, problem, "positions alone (*.ron), or none"))
            }
            None if !field.is_empty() || seats.is_some() => Err(Error::Usage(
                "positions are played as they stand; expected neither --against nor --seats".into(),
            )),
            None => Self::positions(given, catalogue),
        }
    }

    /// Reads the positions of files, one after another.
    ///
    /// # Errors
    ///
    /// When a file has no position of the game, or a position cannot be set up.
    fn positions(files: &[PathBuf], catalogue: &Catalogue) -> Result<Self, Error> {
        let game = catalogue.game();
        let mut sits = catalogue.trying();
        let (mut list, mut positions, mut labels) = (Vec::new(), Vec::new(), Vec::new());
        for path in files {
            let file = File::open(path)?;
            if file.game.name() != game.name() {
                let problem = format!("a position of {}", file.game);
                return Err(Error::file(path, problem, format!("one of {}", game.name())));
            }
            for (name, position) in engine(game).positions(&file)? {
                let expected = "a position that can be set up";
                let wrong =
                    |problem: String| Error::file(path, format!("{name:?}: {problem}"), expected);
                let seats = sits(&position).map_err(|problem| wrong(problem.to_string()))?;
                if usize::from(seats) > SEATS {
                    return Err(wrong(format!("{seats} players; there can be {SEATS}")));
                }
                let place = u16::try_from(positions.len()).map_err(|_| {
                    Error::Usage("too many positions; expected at most 65535".into())
                })?;
                list.push(Setup::Position { position: place, seats });
                positions.push(position);
                labels.push((plain(&name), path.as_path()));
            }
        }
        let own = positions.len();
        let setups = Setups::new(Vec::new(), positions, list);
        Ok(Self { setups, labels: distinct(&labels), own })
    }

    /// Reads the entries, each file once, in the order given, and seats so many at a time in every
    /// combination: each with every other one, and with itself as often as it was given. Where there
    /// is a field to play against, each is paired with every entry of the field and with no other.
    ///
    /// # Errors
    ///
    /// * a file is missing and no entry of that name comes with the cards;
    /// * entries are not legal (all of them are named);
    /// * a folder has no files;
    /// * the game is not for so many, there are fewer entries and no field, a field for more than
    ///   two, more than 65,535 entries, or more than [`MOST_SETUPS`] combinations.
    fn entries(
        given: &[PathBuf],
        field: &[PathBuf],
        seats: usize,
        catalogue: &Catalogue,
    ) -> Result<Self, Error> {
        let game = catalogue.game();
        let noun = game.noun();
        let ready = catalogue.shelves();
        let (files, field) = (files(game, given, &ready)?, files(game, field, &ready)?);
        let players = game.seats();
        if !players.contains(&seats) || seats > 2 && !field.is_empty() {
            return Err(Error::Usage(format!(
                "--seats {seats}: {} is played by {} to {}, and by two --against others",
                game.name(),
                players.start(),
                players.end(),
            )));
        }
        if files.len() < seats && files.len() > 1 {
            return Err(Error::Usage(format!("{} {noun}s for {seats} seats", files.len())));
        }
        if files.len() < 2 && field.is_empty() {
            return Err(Error::Usage(format!(
                "{}: only one {noun}; expected two or more {noun} files, or a folder with them (the \
                 same file twice plays a {noun} against itself), or others to play --against",
                given.first().map(|path| path.display().to_string()).unwrap_or_default(),
            )));
        }
        let mut places = BTreeMap::new();
        let mut distinct_files: Vec<(PathBuf, usize)> = Vec::new();
        let mut enter = |file: PathBuf| {
            let place = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
            let at = *places.entry(place).or_insert(distinct_files.len());
            match distinct_files.get_mut(at) {
                Some((_, times)) => *times += 1,
                None => distinct_files.push((file, 1)),
            }
            at
        };
        let given: Vec<usize> = files.into_iter().map(&mut enter).collect();
        let own = given.iter().max().map_or(0, |last| last + 1);
        let field: Vec<usize> = field.into_iter().map(enter).collect();
        if distinct_files.len() > usize::from(u16::MAX) {
            return Err(Error::Usage(format!("too many {noun}s; expected at most {}", u16::MAX)));
        }
        let seated: Vec<u16> = given.into_iter().map(|place| place as u16).collect();
        let opponents: BTreeSet<u16> = field.into_iter().map(|place| place as u16).collect();
        let source = |(file, _): &(PathBuf, usize)| Source::File(file.clone());
        let sources: Vec<Source> = distinct_files.iter().map(source).collect();
        let entries = all_read(catalogue, &sources)?;
        let names: Vec<(String, &Path)> = entries
            .iter()
            .zip(&distinct_files)
            .map(|(entry, (file, _))| (entry.name().to_owned(), file.as_path()))
            .collect();
        let sets: BTreeSet<Seated> = if opponents.is_empty() {
            combinations(&seated, seats)?
        } else {
            let against =
                |&own: &u16| opponents.iter().map(move |&other| [own, other].into_iter().collect());
            seated.iter().flat_map(against).collect()
        };
        of_one_kind(&entries, &names, seats, &sets)?;
        let list = sets.into_iter().map(Setup::Entries).collect();
        let labels = distinct(&names);
        Ok(Self { setups: Setups::new(entries, Vec::new(), list), labels, own })
    }
}

/// Refuses what cannot be entered with so many, or not at one table.
fn of_one_kind(
    entries: &[Entry],
    names: &[(String, &Path)],
    seats: usize,
    sets: &BTreeSet<Seated>,
) -> Result<(), Error> {
    let mut kinds = Vec::new();
    for (entry, (_, file)) in entries.iter().zip(names) {
        let wrong =
            |problem| Error::file(file, problem, format!("others; this is for --seats {seats}"));
        kinds.push(entry.kind_of_game(seats).map_err(wrong)?);
    }
    for set in sets {
        let kind = |place: &u16| kinds[usize::from(*place)];
        let first = set.first().map(kind);
        if let Some(other) = set.iter().find(|place| Some(kind(place)) != first) {
            let (_, file) = names[usize::from(*other)];
            let expected = format!("{} alone at one table", first.unwrap_or_default());
            return Err(Error::file(file, kind(other), expected));
        }
    }
    Ok(())
}

/// Reads entries one by one: files of them, folders, names of those that come with the cards, texts of
/// several lines, and of tables of played games the first so many lists of each archetype.
///
/// # Errors
///
/// What is none of these, or cannot be played.
pub fn lists(
    given: &[String],
    each: usize,
    cards: &CardFiles,
    catalogue: &Catalogue,
) -> Result<Vec<Entry>, Error> {
    let game = catalogue.game();
    let ready = catalogue.shelves();
    let tables = Table::names(cards, game.name())?;
    let mut sources = Vec::new();
    for text in given {
        let path = Path::new(text);
        if text.contains('\n') {
            let name = format!("{} {}", game.noun(), sources.len() + 1);
            sources.push(Source::Text(text.clone(), name.into()));
        } else if tables.contains(text) || path.join("matchups.json").exists() {
            let lists = Table::open(path, cards, game.name())?.lists(each);
            sources.extend(lists.into_iter().map(|(_, source)| source));
        } else {
            let files = files(game, &[path.to_owned()], &ready)?;
            sources.extend(files.into_iter().map(Source::File));
        }
    }
    all_read(catalogue, &sources)
}

/// Places of entries in their list, by seat.
type Seated = ArrayVec<u16, SEATS>;

/// The most setups of a run.
pub const MOST_SETUPS: usize = 1_000_000;

/// Every choice of so many entries among those given, in the order of their places.
fn combinations(given: &[u16], seats: usize) -> Result<BTreeSet<Seated>, Error> {
    let mut sorted = given.to_vec();
    sorted.sort_unstable();
    let mut sets = BTreeSet::new();
    // Choices that can still be added to: the entries, and how many of the list are behind them.
    let mut open = vec![(Seated::new(), 0)];
    while let Some((chosen, from)) = open.pop() {
        if chosen.len() == seats {
            sets.insert(chosen);
            if sets.len() > MOST_SETUPS {
                return Err(Error::Usage(format!(
                    "more than {MOST_SETUPS} combinations of {seats}; expected fewer entries"
                )));
            }
            continue;
        }
        let mut last = None;
        for (n, &entry) in sorted.iter().enumerate().skip(from) {
            if last.replace(entry) != Some(entry) {
                let mut more = chosen.clone();
                more.push(entry);
                open.push((more, n + 1));
            }
        }
    }
    Ok(sets)
}

/// Names for results: with the file where two are the same, and with a number where that is not
/// enough.
fn distinct(names: &[(String, &Path)]) -> Vec<Label> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in names {
        *times.entry(name).or_default() += 1;
    }
    let mut taken: BTreeSet<String> =
        times.iter().filter(|(_, times)| **times == 1).map(|(name, _)| (*name).into()).collect();
    let label = |(name, file): &(String, &Path)| {
        let file = file.to_path_buf();
        if times[name.as_str()] == 1 {
            return Label { name: name.clone(), file };
        }
        let with_file = format!("{name} ({})", plain(&file.to_string_lossy()));
        let mut name = with_file.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{with_file} {number}");
            number += 1;
        }
        Label { name, file }
    };
    names.iter().map(label).collect()
}

/// The files among `paths`, the files of entries in the folders among them, by name, and names of those
/// that come with the cards, or of their shelves: all of a shelf.
///
/// # Errors
///
/// When something is neither, or a folder cannot be read or has no such files.
pub fn files(game: &dyn Host, paths: &[PathBuf], shelves: &[Shelf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        let is = |name: &String| name.eq_ignore_ascii_case(&path.to_string_lossy());
        if path.is_dir() {
            files.extend(in_folder(game, path)?);
        } else if path.exists() || shelves.iter().any(|shelf| shelf.entries.iter().any(is)) {
            files.push(path.clone());
        } else if let Some(shelf) = shelves.iter().find(|shelf| is(&shelf.name)) {
            files.extend(shelf.entries.iter().map(PathBuf::from));
        } else {
            let known = |shelf: &Shelf| format!("{} ({})", shelf.name, shelf.entries.join(", "));
            let known: Vec<String> = shelves.iter().map(known).collect();
            let or = match known.is_empty() {
                true => String::new(),
                false => format!(", or by name {}", known.join(", ")),
            };
            let expected = format!("{}, a position (*.ron){or}", wanted(game));
            return Err(Error::file(path, "no such file or folder", expected));
        }
    }
    Ok(files)
}

/// The kinds of files that can be given of a game, in words for messages.
fn wanted(game: &dyn Host) -> String {
    let noun = game.noun();
    let endings: Vec<String> = game.endings().iter().map(|end| format!("*.{end}")).collect();
    format!("a {noun} file, a folder with {noun} files ({})", endings.join(", "))
}

fn in_folder(game: &dyn Host, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let expected = wanted(game);
    let unreadable = |error: std::io::Error| {
        Error::file(folder, format!("cannot be read: {error}"), expected.clone())
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let fits =
            path.extension().is_some_and(|end| game.endings().iter().any(|known| end == *known));
        if fits && path.is_file() {
            files.push(path);
        }
    }
    if files.is_empty() {
        let problem = format!("no {} files in this folder", game.noun());
        return Err(Error::file(folder, problem, expected));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_sit_together_in_every_combination() {
        let sets = |given: &[u16], seats| -> Vec<Vec<u16>> {
            let sets = combinations(given, seats).unwrap().into_iter();
            sets.map(|set| set.to_vec()).collect()
        };
        assert_eq!(sets(&[0, 1, 2], 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(sets(&[0, 1, 0], 2), [[0, 0], [0, 1]]);
        assert_eq!(sets(&[1, 1, 1], 2), [[1, 1]]);
        assert_eq!(sets(&[0, 1, 2, 3], 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(sets(&[0, 1], 3), Vec::<Vec<u16>>::new());
        let many: Vec<u16> = (0..100).collect();
        assert!(combinations(&many, 6).unwrap_err().to_string().contains("1000000"));
    }
}
