//! The file that is written to until it is whole; then it takes the place of the one asked for.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::interrupt::INTERRUPT;

/// Links that are followed before they are taken to go round in a circle.
const LINKS: usize = 40;

/// A file beside the one that it will become, `.cardmill-<name>.part`. Dropping it before
/// [`keep`](Self::keep) removes it. One that a killed process left behind is replaced; one that
/// another process writes to is not.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    target: PathBuf,
    /// Locked as long as it is open.
    file: File,
    kept: bool,
}

impl Part {
    /// Creates the file.
    ///
    /// # Errors
    ///
    /// When it cannot be created, or another process writes to it ([`io::ErrorKind::ResourceBusy`]).
    pub fn create(target: &Path) -> io::Result<Self> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let path = folder(target).join(format!(".cardmill-{name}.part"));
        if let Ok(left) = File::open(&path) {
            lock(&left)?;
            fs::remove_file(&path)?;
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        lock(&file)?;
        Ok(Self { path, target: target.to_owned(), file, kept: false })
    }

    /// The path of the temporary file, `.cardmill-<name>.part` beside its target.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, for one who writes.
    ///
    /// # Errors
    ///
    /// When the system gives no second handle.
    pub fn writer(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    ///
    /// When what was written does not reach the disk, or the file cannot be renamed; then it is
    /// removed.
    pub fn keep(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, &self.target)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.kept {
            // Nobody needs it, and nobody is left to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A file that the command line asks for. What keeps it from being written is known before anything
/// is played; dropping it before [`keep`](Self::keep) leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    /// The path as it was given.
    path: PathBuf,
    part: Part,
}

impl Draft {
    /// Opens a temporary file beside `path`, whose name is to end in one of `endings`.
    ///
    /// # Errors
    ///
    /// * the name ends otherwise;
    /// * the path is a folder, something else that is no file, or a read-only file;
    /// * the folder is missing or must not be written to;
    /// * another process writes to it.
    pub fn create(path: &Path, endings: &[&str]) -> Result<Self, Error> {
        let name = || format!("a name that ends in .{}", endings.join(" or ."));
        if path.is_dir() {
            return Err(Error::file(path, "is a folder", name()));
        }
        let ending = path.extension().unwrap_or_default();
        if !endings.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
            return Err(Error::file(path, "unknown kind of output file", name()));
        }
        if let Ok(metadata) = path.metadata() {
            let expected = "a file that may be replaced";
            if !metadata.is_file() {
                return Err(Error::file(path, "is no ordinary file", expected));
            }
            if metadata.permissions().readonly() {
                return Err(Error::file(path, "is read-only", expected));
            }
        }
        let unwritable = |reason: String| {
            Error::file(
                path,
                format!("cannot be written: {reason}"),
                "a path in an existing folder that may be written to",
            )
        };
        // The error itself would name the temporary file.
        let reason = |error: io::Error| match error.kind() {
            io::ErrorKind::ResourceBusy => unwritable("another run writes to it".to_owned()),
            kind => unwritable(kind.to_string()),
        };
        let target = followed(path).map_err(|error| unwritable(error.to_string()))?;
        let folder = folder(&target);
        if !folder.is_dir() {
            return Err(unwritable(format!("{} is no folder", folder.display())));
        }
        let part = Part::create(&target).map_err(reason)?;
        INTERRUPT.remember_temporary(part.path());
        Ok(Self { path: path.to_owned(), part })
    }

    /// The path of the finished file: as it was given, or the end of the link that it is.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.part.target
    }

    /// The file, for one who writes.
    ///
    /// # Errors
    ///
    /// When the system gives no second handle.
    pub fn writer(&self) -> Result<File, Error> {
        self.part.writer().map_err(|source| self.broken(source))
    }

    /// The error when writing breaks off.
    #[must_use]
    pub fn broken(&self, source: io::Error) -> Error {
        Error::Write { path: self.path.clone(), source }
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    ///
    /// When what was written does not reach the disk, or the file cannot be renamed; then it is
    /// removed.
    pub fn keep(self) -> Result<(), Error> {
        let Self { path, part } = self;
        let temporary = part.path().to_owned();
        let kept = part.keep();
        INTERRUPT.forget_temporary(&temporary);
        kept.map_err(|source| Error::Write { path, source })
    }

    /// Writes all of the file and gives it its final name.
    ///
    /// # Errors
    ///
    /// As [`keep`](Self::keep), or when it cannot be written.
    pub fn fill(self, all: impl AsRef<[u8]>) -> Result<(), Error> {
        let written = self.writer()?.write_all(all.as_ref());
        written.map_err(|source| self.broken(source))?;
        self.keep()
    }
}

/// Locks a file for this process. A file system without locks counts as free: nobody else is
/// expected there.
///
/// # Errors
///
/// [`io::ErrorKind::ResourceBusy`] when another process holds the lock.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
        _ => Ok(()),
    }
}

/// The folder a path is in.
#[must_use]
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// The path itself, or where the link goes that it is; nothing needs to be there.
///
/// # Errors
///
/// When links go round in a circle.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("links go round in a circle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn what_is_not_kept_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("games.csv");
        let part = Part::create(&target).unwrap();
        assert_eq!(files(folder.path()), [".cardmill-games.csv.part"]);
        drop(part);
        assert_eq!(files(folder.path()), Vec::<String>::new());
        Part::create(&target).unwrap().keep().unwrap();
        assert_eq!(files(folder.path()), ["games.csv"]);
    }

    #[test]
    fn what_a_killed_process_left_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("games.csv");
        fs::write(folder.path().join(".cardmill-games.csv.part"), "half a game").unwrap();
        let part = Part::create(&target).unwrap();
        let error = Part::create(&target).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        part.keep().unwrap();
        assert_eq!(files(folder.path()), ["games.csv"]);
        assert_eq!(fs::read_to_string(target).unwrap(), "");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("second", at("first")).unwrap();
        symlink(at("games.csv"), at("second")).unwrap();
        symlink("circle", at("circle")).unwrap();
        assert_eq!(followed(&at("first")).unwrap(), at("games.csv"));
        assert_eq!(followed(&at("plain")).unwrap(), at("plain"));
        assert!(followed(&at("circle")).is_err());
    }
}
