//! Reports as files, pages of games beside them, and what they say of where they come from.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;

use super::loaded::Loaded;
use super::origin::origin;
use super::replay;
use crate::error::Error;
use crate::host::Catalogue;
use crate::interrupt::INTERRUPT;
use crate::output::command::Command;
use crate::output::html::Origin;
use crate::output::html::album::Album;
use crate::output::part::Draft;

/// A report that is asked for beside what is printed.
#[derive(Clone, Debug, Args)]
pub struct Publication {
    /// Also write a report with charts to this file (.html), to be read in any browser and printed
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// The most games that are shown step by step, of those that the report names: each is a page, in a folder
    /// beside it; 0 for none
    #[arg(long, value_name = "N", default_value = "6", requires = "report")]
    #[arg(allow_negative_numbers = true)]
    pub report_games: usize,
}

impl Publication {
    /// The file of the report, before anything is played; none where none is asked for.
    ///
    /// # Errors
    ///
    /// As [`Draft::create`], or when something else is where the folder of its games would be.
    pub fn begin(&self) -> Result<Option<Draft>, Error> {
        let Some(path) = &self.report else { return Ok(None) };
        let folder = folder(path);
        if self.report_games > 0 && !folder.is_dir() && folder.symlink_metadata().is_ok() {
            let expected = "a folder for the games of the report, or nothing";
            return Err(Error::file(&folder, "is no folder", expected));
        }
        Draft::create(path, &["html"]).map(Some)
    }

    /// Fills the file of the report, if one was begun, and writes the pages of its games. Those of a run that was
    /// stopped are not played again: whoever stopped it waits.
    ///
    /// # Errors
    ///
    /// As [`Draft::fill`].
    pub fn write(
        &self,
        draft: Option<Draft>,
        catalogue: &Catalogue,
        page: impl FnOnce(&Origin, &mut Album<'_>) -> String,
    ) -> Result<(), Error> {
        let (Some(draft), Some(path)) = (draft, &self.report) else { return Ok(()) };
        let origin = origin(catalogue.digest(), path.file_name().map(OsString::from));
        let stopped = INTERRUPT.handle_gracefully().load(Ordering::SeqCst);
        let folder = folder(path);
        let mut loaded = Loaded::default();
        let mut show = |name: &str, commands: &[Command]| {
            let page = replay::page_of(commands, &origin, &mut loaded);
            let shown = page.and_then(|page| shown(&folder.join(name), &page));
            shown.inspect_err(|error| eprintln!("not shown in the report: {error}")).ok()
        };
        let most = if stopped { 0 } else { self.report_games };
        let name = folder.file_name().unwrap_or_default();
        let text = page(&origin, &mut Album::new(name, most, &mut show));
        draft.fill(text)
    }
}

/// Writes a page with games of a report, and says how many bytes it has.
fn shown(path: &Path, page: &str) -> Result<usize, Error> {
    if let Some(folder) = path.parent().filter(|folder| !folder.is_dir()) {
        let failed = |source| Error::Write { path: folder.to_owned(), source };
        fs::create_dir(folder).map_err(failed)?;
    }
    Draft::create(path, &["html"])?.fill(page)?;
    Ok(page.len())
}

/// The folder of the games of a report: `report.games` beside `report.html`.
fn folder(report: &Path) -> PathBuf {
    report.with_extension("games")
}
