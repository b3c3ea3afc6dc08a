//! The file that is written to until it is whole; then it takes the place of the one asked for.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

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

    /// Where it is.
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

/// Where there are no locks, nobody else is expected either.
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
