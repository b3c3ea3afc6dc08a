//! The cards that are part of the program, and those that a run has beside them.

use std::path::PathBuf;

use cardmill_harness::files::{AddedFile, CardFiles};

/// The files of `cards/` as they were when the program was built.
pub const BUILT_IN: CardFiles = CardFiles::BuiltIn(include!(concat!(env!("OUT_DIR"), "/cards.rs")));

/// A card of Star Wars: Unlimited beside those of the game, as files of cards define it.
#[must_use]
pub const fn added(path: PathBuf, text: String) -> AddedFile {
    AddedFile { game: "unlimited", extension: "ron", path, text }
}
