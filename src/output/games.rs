//! The file with one row per game: written under a temporary name, renamed when whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::manifest::Manifest;
use super::part::{Draft, Part, followed};
use super::row::{Row, Sheet};
use super::{csv, parquet};
use crate::error::Error;
use crate::record::GameRecord;

/// What the end of the file's name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Parquet file, with the manifest in its metadata.
    Parquet,
    /// A CSV file, with the manifest in a file beside it, `<name>.json`.
    Csv,
}

impl Kind {
    /// The kind of a file of games; none when it is something else.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_ascii_lowercase().to_str()? {
            "parquet" => Some(Self::Parquet),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// Who writes the rows.
enum Writer {
    Parquet(Box<parquet::Games<File>>),
    Csv(Box<csv::Games<File>>),
}

/// A file of games. Dropping it before [`finish`](Self::finish) leaves nothing behind.
pub struct GamesFile {
    writer: Writer,
    draft: Draft,
}

impl GamesFile {
    /// Opens a temporary file beside `path`.
    ///
    /// # Errors
    ///
    /// As [`Draft::create`]: the name ends in `.parquet` or `.csv`.
    pub fn create(path: &Path, sheet: Sheet) -> Result<Self, Error> {
        let draft = Draft::create(path, &["parquet", "csv"])?;
        let file = draft.writer()?;
        let writer = match Kind::of(path) {
            Some(Kind::Csv) => csv::Games::new(file, sheet).map(Box::new).map(Writer::Csv),
            _ => parquet::Games::new(file, sheet).map(Box::new).map(Writer::Parquet),
        };
        Ok(Self { writer: writer.map_err(|source| draft.broken(source))?, draft })
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// When it cannot be written, such as when the disk is full.
    pub fn add(&mut self, game: GameRecord) -> Result<(), Error> {
        match &mut self.writer {
            Writer::Parquet(games) => games.add(game),
            Writer::Csv(games) => games.add(&game),
        }
        .map_err(|source| self.draft.broken(source))
    }

    /// Completes the file with what the manifest says and gives it its final name.
    ///
    /// # Errors
    ///
    /// When the rest cannot be written or the file cannot be renamed; nothing is left then.
    pub fn finish(self, manifest: &Manifest) -> Result<(), Error> {
        let Self { writer, draft } = self;
        match writer {
            Writer::Parquet(games) => games.finish(manifest),
            Writer::Csv(games) => games.finish().and_then(|()| beside(draft.target(), manifest)),
        }
        .map_err(|source| draft.broken(source))?;
        draft.keep()
    }
}

/// Writes the manifest of a file that has no room for it.
fn beside(target: &Path, manifest: &Manifest) -> io::Result<()> {
    let part = Part::create(&companion(target))?;
    part.writer()?.write_all(manifest.text().as_bytes())?;
    part.keep()
}

/// Where the manifest of a CSV file is.
fn companion(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// A file of games to be read.
#[derive(Debug)]
pub struct Played {
    path: PathBuf,
    kind: Kind,
    /// What it says of the run.
    pub manifest: Manifest,
}

impl Played {
    /// Opens a file, and what it says of its run.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is no file of games.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let Some(kind) = Kind::of(path) else {
            return Err(odd(path, "unknown kind of file"));
        };
        let text = match kind {
            Kind::Parquet => {
                let text = parquet::manifest(open(path)?).map_err(|error| odd(path, error))?;
                text.ok_or_else(|| odd(path, "its metadata do not say how it was played"))?
            }
            Kind::Csv => {
                open(path)?;
                let target = followed(path).map_err(|error| odd(path, error.to_string()))?;
                let file = companion(&target);
                std::fs::read_to_string(&file).map_err(|error| {
                    let expected = "the file that was written together with the .csv";
                    Error::file(&file, format!("cannot be read: {error}"), expected)
                })?
            }
        };
        let manifest = Manifest::parse(&text).map_err(|error| odd(path, error))?;
        Ok(Self { path: path.to_owned(), kind, manifest })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The games from one on, in order. Rows that cannot be read are errors.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened again.
    pub fn games(
        &self,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<GameRecord, Error>>, Error> {
        let (file, sheet) = (open(&self.path)?, self.manifest.sheet());
        let rows: Box<dyn Iterator<Item = Result<Row, String>>> = match self.kind {
            Kind::Parquet => {
                let rows = parquet::rows(file, &sheet, from);
                Box::new(rows.map_err(|error| odd(&self.path, error))?)
            }
            Kind::Csv => Box::new(csv::rows(file, &sheet)),
        };
        let before =
            move |row: &Result<Row, String>| row.as_ref().is_ok_and(|row| row.index < from);
        let game = move |row: Result<Row, String>| row?.game(&sheet);
        Ok(rows
            .skip_while(before)
            .map(move |row| game(row).map_err(|error| odd(&self.path, error))))
    }

    /// One game.
    ///
    /// # Errors
    ///
    /// When there is no such game, or the file cannot be read.
    pub fn game(&self, index: u64) -> Result<GameRecord, Error> {
        match self.games(index)?.next().transpose()? {
            Some(game) if game.index == index => Ok(game),
            _ => {
                let games = self.manifest.games;
                let expected = format!("the number of one of its {games} games, from 0");
                Err(Error::file(&self.path, format!("there is no row {index}"), expected))
            }
        }
    }
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| odd(path, format!("cannot be read: {error}")))
}

fn odd(path: &Path, problem: impl Into<String>) -> Error {
    Error::file(path, problem, "a .parquet or .csv file that simulate --out wrote")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::manifest;

    fn files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn only_a_finished_file_is_left() {
        let sheet = || manifest::example().sheet();
        for (name, left) in [
            ("games.parquet", &["games.parquet"][..]),
            ("games.csv", &["games.csv", "games.csv.json"]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            let dropped = GamesFile::create(&path, sheet()).unwrap();
            assert_eq!(files(folder.path()).len(), 1, "the temporary file");
            assert!(!path.exists());
            drop(dropped);
            assert_eq!(files(folder.path()), Vec::<String>::new());
            GamesFile::create(&path, sheet()).unwrap().finish(&manifest::example()).unwrap();
            assert_eq!(files(folder.path()), left);
            let played = Played::open(&path).unwrap();
            assert_eq!(played.manifest, manifest::example());
            assert!(played.game(0).unwrap_err().to_string().contains("there is no row 0"));
        }
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_first() {
        let sheet = || manifest::example().sheet();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("games.csv")).unwrap();
        let busy = GamesFile::create(&folder.join("busy.csv"), sheet()).unwrap();
        for (name, reason) in [
            ("games.txt", "ends in .parquet or .csv"),
            ("games", "ends in .parquet or .csv"),
            ("games.csv", "is a folder"),
            ("missing/games.parquet", "cannot be written"),
            ("busy.csv", "another run writes to it"),
        ] {
            let error = GamesFile::create(&folder.join(name), sheet()).err().unwrap();
            assert!(error.to_string().contains(reason), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
        drop(busy);
        assert_eq!(files(folder), ["games.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
        let sheet = || manifest::example().sheet();
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere/real.csv", at("games.csv")).unwrap();
        let file = GamesFile::create(&at("games.csv"), sheet()).unwrap();
        file.finish(&manifest::example()).unwrap();
        assert!(at("games.csv").is_symlink());
        assert_eq!(files(&at("elsewhere")), ["real.csv", "real.csv.json"]);
        assert_eq!(Played::open(&at("games.csv")).unwrap().manifest, manifest::example());
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::write(at("games.csv"), "index\n").unwrap();
        std::fs::write(at("games.parquet"), "index\n").unwrap();
        for (name, reason) in [
            ("games.csv", "games.csv.json: cannot be read"),
            ("games.parquet", "Parquet"),
            ("missing.csv", "missing.csv: cannot be read"),
            ("games.txt", "unknown kind of file"),
        ] {
            let error = Played::open(&at(name)).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
    }
}
