//! The files that cards are read from: a folder, or texts that are part of the program.

use core::fmt;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The place of the files of all games' cards, a folder for each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardFiles {
    /// The files of a folder on disk.
    Folder(PathBuf),
    /// In the program: paths below such a folder, with `/`, and texts.
    BuiltIn(&'static [(&'static str, &'static str)]),
    /// The files of the first, and more beside them.
    With(Box<Self>, Vec<AddedFile>),
}

/// A file beside those of the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedFile {
    /// The folder of the game it belongs to.
    pub game: &'static str,
    /// The extension of files of its kind.
    pub extension: &'static str,
    /// The path by which errors name the file.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
}

/// A file, or a folder, that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {}", file.display(), self.expected())]
pub struct Unreadable {
    /// The file or folder.
    pub file: PathBuf,
    /// The reason, in the words of the operating system.
    pub reason: String,
}

impl Unreadable {
    fn new(file: &Path, error: &io::Error) -> Self {
        Self { file: file.to_owned(), reason: error.to_string() }
    }

    /// The expectation that was not met, and the reason, as one part of a sentence.
    #[must_use]
    pub fn expected(&self) -> String {
        format!("expected something readable: {}", self.reason)
    }
}

/// The files of a folder on disk.
impl<P: AsRef<Path>> From<P> for CardFiles {
    fn from(folder: P) -> Self {
        Self::Folder(folder.as_ref().to_owned())
    }
}

impl From<&Self> for CardFiles {
    fn from(files: &Self) -> Self {
        files.clone()
    }
}

impl fmt::Display for CardFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::BuiltIn(_) => f.write_str("built in"),
            Self::With(files, added) => {
                write!(f, "{files}")?;
                added.iter().try_for_each(|file| write!(f, ", {}", file.path.display()))
            }
        }
    }
}

impl CardFiles {
    /// Adds files to those that are there.
    #[must_use]
    pub fn with(self, files: Vec<AddedFile>) -> Self {
        Self::With(Box::new(self), files)
    }

    /// The files beside those of the cards.
    #[must_use]
    pub fn added(&self) -> &[AddedFile] {
        match self {
            Self::Folder(_) | Self::BuiltIn(_) => &[],
            Self::With(_, added) => added,
        }
    }

    /// All files of a game with this extension, with their texts and in order of path. The result
    /// depends on the files only, not on the order in which the system lists them.
    ///
    /// # Errors
    /// The first folder or file that cannot be read, or is not UTF-8.
    pub fn read(&self, game: &str, extension: &str) -> Result<Vec<(PathBuf, String)>, Unreadable> {
        let wanted = |path: &Path| path.extension().is_some_and(|found| found == extension);
        match self {
            Self::Folder(folder) => {
                let mut paths = Vec::new();
                list(&folder.join(game), &mut BTreeSet::new(), &mut paths)?;
                paths.retain(|path| wanted(path));
                paths.sort();
                let read = |path: PathBuf| match fs::read_to_string(&path) {
                    Ok(text) => Ok((path, text)),
                    Err(error) => Err(Unreadable::new(&path, &error)),
                };
                paths.into_iter().map(read).collect()
            }
            Self::BuiltIn(texts) => {
                let files = texts.iter().map(|(name, text)| (Path::new(name), *text));
                let files = files.filter(|(path, _)| path.starts_with(game) && wanted(path));
                let shown = |path: &Path| Path::new("cards").join(path);
                let mut files: Vec<_> =
                    files.map(|(path, text)| (shown(path), text.to_owned())).collect();
                files.sort();
                Ok(files)
            }
            Self::With(files, added) => {
                let mut files = files.read(game, extension)?;
                let added =
                    added.iter().filter(|file| file.game == game && file.extension == extension);
                files.extend(added.map(|file| (file.path.clone(), file.text.clone())));
                files.sort();
                Ok(files)
            }
        }
    }
}

/// Collects the files below a folder. A folder that links lead to again is read once.
fn list(
    folder: &Path,
    read: &mut BTreeSet<PathBuf>,
    paths: &mut Vec<PathBuf>,
) -> Result<(), Unreadable> {
    let unreadable = |error| Unreadable::new(folder, &error);
    if !read.insert(fs::canonicalize(folder).map_err(unreadable)?) {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            list(&path, read, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// The cards folder of the checkout that this was built in, for tests and benchmarks.
#[must_use]
pub fn default_dir() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards");
    folder.canonicalize().unwrap_or(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_game_and_kind() {
        const FILES: CardFiles = CardFiles::BuiltIn(&[
            ("chess/b/rook.ron", "rook"),
            ("chess/a.ron", "king"),
            ("chess/names.csv", "names"),
            ("chessboards/a.ron", "board"),
        ]);
        let read = FILES.read("chess", "ron").unwrap_or_else(|error| panic!("{error}"));
        let texts: Vec<&str> = read.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["king", "rook"]);
        assert_eq!(read[0].0, Path::new("cards/chess/a.ron"));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_links_lead_to_again_is_read_once() {
        use std::os::unix::fs::symlink;

        let folder = std::env::temp_dir().join(format!("cardmill-links-{}", std::process::id()));
        let made = fs::create_dir_all(folder.join("chess/a"))
            .and_then(|()| fs::write(folder.join("chess/a/rook.ron"), "rook"))
            .and_then(|()| symlink("..", folder.join("chess/a/up")))
            .and_then(|()| symlink(".", folder.join("chess/self")));
        let read = CardFiles::from(&folder).read("chess", "ron");
        let cleared = fs::remove_dir_all(&folder);
        made.and(cleared).unwrap_or_else(|error| panic!("{error}"));
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        let paths: Vec<&PathBuf> = read.iter().map(|(path, _)| path).collect();
        assert_eq!(paths, [&folder.join("chess/a/rook.ron")]);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let error = CardFiles::from("/nowhere").read("chess", "ron").expect_err("no such folder");
        assert!(error.to_string().starts_with("/nowhere/chess: expected"), "{error}");
    }
}
