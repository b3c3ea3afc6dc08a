//! Squads as what players enter games with.

use core::ops::RangeInclusive;
use std::path::Path;

use cardmill_harness::plain::plain;
use cardmill_harness::play::{Entry, EntryError, Source};
use cardmill_harness::session::Value;

use crate::catalogue::Catalogue;
use crate::squad::{Report, Squad, is_xws, ready};

impl Entry<Catalogue> for Squad {
    const NOUN: &'static str = "squad";
    const ENDINGS: &'static [&'static str] = &["json", "xws", "txt"];
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn claims(text: &str) -> bool {
        is_xws(text)
    }

    fn ready(catalogue: &Catalogue) -> Vec<String> {
        catalogue.squads().iter().map(|(name, _)| name.clone()).collect()
    }

    fn read(catalogue: &Catalogue, sources: &[Source]) -> Vec<Result<Self, EntryError>> {
        sources.iter().map(|source| entered(catalogue, source)).collect()
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Each pilot, then its upgrades.
    fn cards<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        self.cards(catalogue.facts())
    }

    fn with(&self, catalogue: &Catalogue, place: usize, id: &str) -> Result<Self, EntryError> {
        let file = format!("{} with {id}", self.name);
        let squad = self.with(catalogue.facts(), place, id);
        let squad = squad.map_err(|lines| refused(Path::new(&file), lines))?;
        let written = squad.written(catalogue.facts()).to_string();
        entered(catalogue, &Source::Text(written, file.into()))
    }

    fn written(&self, catalogue: &Catalogue) -> Value {
        self.written(catalogue.facts())
    }
}

/// The squad of a file, or of a name that comes with the cards: legal, and all of its cards are
/// played.
pub(crate) fn entered(catalogue: &Catalogue, source: &Source) -> Result<Squad, EntryError> {
    let list = catalogue.facts().points.on(None).unwrap_or_default();
    let file = source.file();
    let mut reports = match source {
        Source::Text(text, file) => Report::of(text, file, catalogue, list),
        Source::File(file) => match ready(file, catalogue).filter(|_| !file.exists()) {
            Some(text) => Report::of(text, file, catalogue, list),
            None => Report::of_file(file, catalogue, list),
        },
    };
    let count = reports.len();
    match reports.pop() {
        Some(report) if count == 1 => report.entered(),
        _ => Err(refused(file, vec![format!("{count} squads; expected a file with one of them")])),
    }
}

fn refused(file: &Path, lines: Vec<String>) -> EntryError {
    EntryError { file: plain(&file.to_string_lossy()), lines }
}
