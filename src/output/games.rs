//! The file with one row per game: written under a temporary name, renamed when whole.

use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{Label, csv, parquet};
use crate::error::Error;
use crate::interrupt::INTERRUPT;
use crate::record::GameRecord;

/// What the end of the file's name asks for.
enum Writer {
    Parquet(Box<parquet::Games<File>>),
    Csv(Box<csv::Games<File>>),
}

/// A file of games. Dropping it before [`finish`](Self::finish) leaves nothing behind.
pub struct GamesFile {
    path: PathBuf,
    writer: Writer,
    temporary: NamedTempFile,
}

impl GamesFile {
    /// Opens a temporary file beside `path`, so that a path that cannot be written to is known
    /// before anything is played.
    ///
    /// # Errors
    ///
    /// * the name ends in neither `.parquet` nor `.csv`;
    /// * the path is a folder or a read-only file;
    /// * the folder is missing or must not be written to.
    pub fn create(path: &Path, decks: &[Label]) -> Result<Self, Error> {
        const NAME: &str = "a name that ends in .parquet or .csv";
        if path.is_dir() {
            return Err(Error::file(path, "is a folder", NAME));
        }
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        let is_csv = match extension.as_deref().and_then(|extension| extension.to_str()) {
            Some("parquet") => false,
            Some("csv") => true,
            _ => {
                return Err(Error::file(path, "unknown kind of output file", NAME));
            }
        };
        if path.metadata().is_ok_and(|metadata| metadata.permissions().readonly()) {
            return Err(Error::file(path, "is read-only", "a file that may be replaced"));
        }
        let unwritable = |reason: String| {
            Error::file(
                path,
                format!("cannot be written: {reason}"),
                "a path in an existing folder that may be written to",
            )
        };
        let folder = folder(path);
        if !folder.is_dir() {
            return Err(unwritable(format!("{} is no folder", folder.display())));
        }
        // The error itself would name the temporary file.
        let unwritable = |error: io::Error| unwritable(error.kind().to_string());
        let temporary = temporary(folder).map_err(unwritable)?;
        INTERRUPT.remember_temporary(Some(temporary.path()));
        let file = temporary.reopen().map_err(unwritable)?;
        let writer = if is_csv {
            Writer::Csv(Box::new(csv::Games::new(file, decks).map_err(unwritable)?))
        } else {
            Writer::Parquet(Box::new(parquet::Games::new(file, decks).map_err(unwritable)?))
        };
        Ok(Self { path: path.to_owned(), writer, temporary })
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
        .map_err(|source| Error::Write { path: self.path.clone(), source })
    }

    /// Completes the file and gives it its final name.
    ///
    /// # Errors
    ///
    /// When the rest cannot be written or the file cannot be renamed; nothing is left then.
    pub fn finish(self) -> Result<(), Error> {
        let Self { path, writer, temporary } = self;
        let whole = match writer {
            Writer::Parquet(games) => games.finish(),
            Writer::Csv(games) => games.finish().map(drop),
        };
        let kept = whole.and_then(|()| temporary.persist(&path).map_err(|error| error.error));
        INTERRUPT.remember_temporary(None);
        kept.map(drop).map_err(|source| Error::Write { path, source })
    }
}

/// The folder a path is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A temporary file with the permissions any other new file would have.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cardmill-").suffix(".part");
    if let Some(permissions) = ordinary() {
        builder.permissions(permissions);
    }
    builder.tempfile_in(folder)
}

#[cfg(unix)]
fn ordinary() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    // The process's umask still applies.
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
const fn ordinary() -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::example;

    fn files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn only_a_finished_file_is_left() {
        let (decks, ..) = example(1);
        let folder = tempfile::tempdir().unwrap();
        for name in ["games.parquet", "games.csv"] {
            let path = folder.path().join(name);
            let dropped = GamesFile::create(&path, &decks).unwrap();
            assert_eq!(files(folder.path()).len(), 1, "the temporary file");
            assert!(!path.exists());
            drop(dropped);
            assert_eq!(files(folder.path()), Vec::<String>::new());
            GamesFile::create(&path, &decks).unwrap().finish().unwrap();
            assert_eq!(files(folder.path()), [name]);
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_first() {
        let (decks, ..) = example(1);
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("games.csv")).unwrap();
        for (name, reason) in [
            ("games.txt", "ends in .parquet or .csv"),
            ("games", "ends in .parquet or .csv"),
            ("games.csv", "is a folder"),
            ("missing/games.parquet", "cannot be written"),
        ] {
            let error = GamesFile::create(&folder.join(name), &decks).err().unwrap();
            assert!(error.to_string().contains(reason), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
        assert_eq!(files(folder), ["games.csv"]);
    }
}
