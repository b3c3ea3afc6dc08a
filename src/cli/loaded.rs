//! Cards that are kept between the games of a report.

use cardmill_harness::files::CardFiles;

use crate::error::Error;
use crate::host::{Catalogue, Host};

/// The cards that were loaded last: most games of a report are played with the same.
#[derive(Default)]
pub struct Loaded(Option<(CardFiles, Catalogue)>);

impl Loaded {
    /// The cards of a game in these files, which are read unless they are those that were loaded last.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub fn load(&mut self, game: &dyn Host, files: CardFiles) -> Result<Catalogue, Error> {
        if let Some((read, catalogue)) = &self.0
            && *read == files
            && catalogue.game().name() == game.name()
        {
            return Ok(catalogue.clone());
        }
        let catalogue = game.load(&files).map_err(Error::Usage)?;
        self.0 = Some((files, catalogue.clone()));
        Ok(catalogue)
    }
}
