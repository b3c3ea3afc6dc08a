//! A file with the rows of a table: written under a temporary name, renamed when whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::column::{Cells, Sheet};
use super::manifest::Manifest;
use super::part::{Draft, Part, followed};
use super::{csv, parquet};
use crate::error::Error;

/// The format of a file with rows, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ending {
    /// Parquet, with the manifest in its metadata
    Parquet,
    /// CSV, with the manifest in a file beside it, `<name>.json`
    Csv,
}

impl Ending {
    /// The ending without its dot, in small letters.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }

    /// Reads the ending off a path, in great or small letters; `None` for any other kind of file.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?;
        let all = [Self::Parquet, Self::Csv];
        all.into_iter().find(|ending| end.eq_ignore_ascii_case(ending.text()))
    }
}

/// The writer of the rows, by the format of the file.
enum Writer<R> {
    Parquet(Box<parquet::Rows<File, R>>),
    Csv(Box<csv::Rows<File, R>>),
}

/// A file of rows. Dropping it before [`finish`](Self::finish) leaves nothing behind.
pub struct RowsFile<R> {
    writer: Writer<R>,
    draft: Draft,
}

impl<R> RowsFile<R> {
    /// Opens a temporary file beside `path`.
    ///
    /// # Errors
    ///
    /// As [`Draft::create`]: the name ends in `.parquet` or `.csv`.
    pub fn create(path: &Path, sheet: Sheet<R>) -> Result<Self, Error> {
        let draft = Draft::create(path, &["parquet", "csv"])?;
        let file = draft.writer()?;
        let writer = match Ending::of(path) {
            Some(Ending::Csv) => csv::Rows::new(file, sheet).map(Box::new).map(Writer::Csv),
            _ => parquet::Rows::new(file, sheet).map(Box::new).map(Writer::Parquet),
        };
        Ok(Self { writer: writer.map_err(|source| draft.broken(source))?, draft })
    }

    /// The path that the finished file will have.
    #[must_use]
    pub fn target(&self) -> &Path {
        self.draft.target()
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// When it cannot be written, such as when the disk is full.
    pub fn add(&mut self, row: R) -> Result<(), Error> {
        match &mut self.writer {
            Writer::Parquet(rows) => rows.add(row),
            Writer::Csv(rows) => rows.add(&row),
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
            Writer::Parquet(rows) => rows.finish(manifest.text()),
            Writer::Csv(rows) => rows.finish().and_then(|()| beside(draft.target(), manifest)),
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

/// The path of the manifest beside a CSV file: its own with `.json` behind it.
fn companion(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// A file of rows to be read.
#[derive(Debug)]
pub struct Played {
    path: PathBuf,
    ending: Ending,
    /// The manifest of its run: enough to play any of its games again.
    pub manifest: Manifest,
}

impl Played {
    /// Opens a file, and what it says of its run.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is no file with rows.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let Some(ending) = Ending::of(path) else {
            return Err(odd(path, "unknown kind of file"));
        };
        let text = match ending {
            Ending::Parquet => {
                let text = parquet::manifest(open(path)?).map_err(|error| odd(path, error))?;
                text.ok_or_else(|| odd(path, "its metadata do not say how it was played"))?
            }
            Ending::Csv => {
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
        Ok(Self { path: path.to_owned(), ending, manifest })
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the rows of the file with their numbers, from `from` on or a little before it. Those
    /// that cannot be read are errors.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened again, or has other columns.
    pub fn rows<R: 'static>(
        &self,
        sheet: &Sheet<R>,
        from: u64,
    ) -> Result<impl Iterator<Item = (u64, Result<Cells, String>)> + use<R>, Error> {
        let file = open(&self.path)?;
        let rows: Result<Box<dyn Iterator<Item = _>>, String> = match self.ending {
            Ending::Parquet => parquet::rows(file, sheet, from).map(|rows| Box::new(rows) as _),
            Ending::Csv => csv::rows(file, sheet).map(|rows| Box::new(rows) as _),
        };
        rows.map_err(|error| self.odd(error))
    }

    /// The error when something in the file is not what it should be.
    pub fn odd(&self, problem: impl Into<String>) -> Error {
        odd(&self.path, problem)
    }
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| odd(path, format!("cannot be read: {error}")))
}

/// The error when a file is not what it should be.
fn odd(path: &Path, problem: impl Into<String>) -> Error {
    Error::file(path, problem, "a .parquet or .csv file that --out wrote")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{games, manifest};
    use crate::record::{self, RunDigest};

    fn files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn only_a_finished_file_is_left() {
        let sheet = || games::sheet(&manifest::example());
        for (name, left) in [
            ("games.parquet", &["games.parquet"][..]),
            ("games.csv", &["games.csv", "games.csv.json"]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            let dropped = RowsFile::create(&path, sheet()).unwrap();
            assert_eq!(files(folder.path()).len(), 1, "the temporary file");
            assert!(!path.exists());
            drop(dropped);
            assert_eq!(files(folder.path()), Vec::<String>::new());
            RowsFile::create(&path, sheet()).unwrap().finish(&manifest::example()).unwrap();
            assert_eq!(files(folder.path()), left);
            let played = Played::open(&path).unwrap();
            assert_eq!(played.manifest, manifest::example());
            assert!(played.game(0, 1).unwrap_err().to_string().contains("there is no row 0"));
        }
    }

    #[test]
    fn a_part_of_a_run_has_games_by_their_numbers() {
        let manifest = Manifest { first_game: 70_000, ..manifest::example() };
        let folder = tempfile::tempdir().unwrap();
        for name in ["games.parquet", "games.csv"] {
            let path = folder.path().join(name);
            let mut file = RowsFile::create(&path, games::sheet(&manifest)).unwrap();
            (70_000..90_000).for_each(|game| file.add(record::example(game, None)).unwrap());
            file.finish(&manifest.clone().played(20_000, &RunDigest::default())).unwrap();
            let played = Played::open(&path).unwrap();
            for game in [70_000, 79_999, 89_999] {
                assert_eq!(played.game(game, 1).unwrap().index, game);
            }
            for game in [0, 69_999, 90_000] {
                let error = played.game(game, 1).unwrap_err().to_string();
                assert!(error.contains("one of its 20000 games, from 70000"), "{error}");
            }
        }
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_first() {
        let sheet = || games::sheet(&manifest::example());
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("games.csv")).unwrap();
        let busy = RowsFile::create(&folder.join("busy.csv"), sheet()).unwrap();
        for (name, reason) in [
            ("games.txt", "ends in .parquet or .csv"),
            ("games", "ends in .parquet or .csv"),
            ("games.csv", "is a folder"),
            ("missing/games.parquet", "cannot be written"),
            ("busy.csv", "another run writes to it"),
        ] {
            let error = RowsFile::create(&folder.join(name), sheet()).err().unwrap();
            assert!(error.to_string().contains(reason), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
        drop(busy);
        assert_eq!(files(folder), ["games.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
        let sheet = || games::sheet(&manifest::example());
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere/real.csv", at("games.csv")).unwrap();
        let file = RowsFile::create(&at("games.csv"), sheet()).unwrap();
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
