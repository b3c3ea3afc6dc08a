//! A folder with the tables of a run with tallies: games, cards and rounds.

use std::fs;
use std::path::Path;

use cardmill_harness::tally::Measure;

use super::manifest::Manifest;
use super::rows::{Ending, RowsFile};
use super::{cards, games, rounds};
use crate::analysis::Run;
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::GameRecord;
use crate::stats::{Begun, Brought, begun, brought};

/// The tables of a run, while it is played. Dropping them before [`finish`](Self::finish) leaves no
/// file behind.
pub struct Folder {
    games: RowsFile<GameRecord>,
    cards: RowsFile<Brought>,
    rounds: RowsFile<Begun>,
    manifest: Manifest,
}

impl Folder {
    /// Opens temporary files in the folder `path`, which is made if there is none.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made, or files in it cannot be written.
    pub fn create(
        path: &Path,
        ending: Ending,
        manifest: Manifest,
        catalogue: &Catalogue,
        measures: &'static [Measure],
    ) -> Result<Self, Error> {
        if !path.is_dir() {
            fs::create_dir(path).map_err(|error| {
                let expected = "a folder, or a name for one in a folder that may be written to";
                Error::file(path, format!("cannot be made: {error}"), expected)
            })?;
        }
        let at = |table: &str| path.join(table).with_extension(ending.text());
        let catalogue = catalogue.clone();
        let kinds = catalogue.clone();
        let called = move |card| catalogue.called(card);
        let kind = move |card| kinds.kind(card);
        Ok(Self {
            games: RowsFile::create(&at("games"), games::sheet(&manifest))?,
            cards: RowsFile::create(&at("cards"), cards::sheet(&manifest, called, kind))?,
            rounds: RowsFile::create(&at("rounds"), rounds::sheet(&manifest, measures))?,
            manifest,
        })
    }

    /// The path that the finished table of games will have.
    #[must_use]
    pub fn games(&self) -> &Path {
        self.games.target()
    }

    /// Writes the rows of a game to all three tables.
    ///
    /// # Errors
    ///
    /// When one cannot be written, such as when the disk is full.
    pub fn add(&mut self, game: GameRecord) -> Result<(), Error> {
        brought(&game).into_iter().try_for_each(|row| self.cards.add(row))?;
        begun(&game).into_iter().try_for_each(|row| self.rounds.add(row))?;
        self.games.add(game)
    }

    /// Completes the files with what was played, and gives them their names.
    ///
    /// # Errors
    ///
    /// As [`RowsFile::finish`].
    pub fn finish(self, run: &Run) -> Result<(), Error> {
        let manifest = self.manifest.played(run.games, &run.digest);
        self.games.finish(&manifest)?;
        self.cards.finish(&manifest)?;
        self.rounds.finish(&manifest)
    }
}
