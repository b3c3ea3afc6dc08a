//! The cards that are part of the program.

use cardmill_harness::files::CardFiles;

/// The files of `cards/` as they were when the program was built.
pub const BUILT_IN: CardFiles = CardFiles::BuiltIn(include!(concat!(env!("OUT_DIR"), "/cards.rs")));
